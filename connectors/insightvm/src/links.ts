/** Why `vendor_data` has no links: https://help.rapid7.com/insightvm/en-us/api/index.html#section/Overview */
export const LINKS = "addresses of the console's own API"
