/** The company and the product in a product's ARN, which ends in `product/aws/inspector`. */
const ARN = /:product\/([^/]+)\/([^/]+)$/

/** An account number, which the product of a customer's own findings has for a company. */
const ACCOUNT = /^\d{12}$/

/** The product that the ARN names, and its company; null for what it does not name. */
export interface Product {
  readonly company: string | null
  readonly name: string | null
}

/**
 * Reads the ARN of a product, which every finding has, while its names are missing in older ones.
 *
 * https://docs.aws.amazon.com/securityhub/latest/userguide/securityhub-custom-providers.html
 */
export const toProduct = (arn: string | null): Product => {
  const [, company = null, name = null] = ARN.exec(arn ?? "") ?? []
  return { company: company === null || ACCOUNT.test(company) ? null : company, name }
}
