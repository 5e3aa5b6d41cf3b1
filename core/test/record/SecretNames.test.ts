import { describe, expect, it } from "vitest"
import * as SecretNames from "../../src/record/SecretNames.js"

const SECRET =
  "pwd adminPass passcode unlockPasscode pin deviceLockPin unlock_code bypassCode activationLockBypassCode recoveryKey personalRecoveryKey bitlockerRecoveryKey fileVaultKey escrowKey licenseKey sshKey ssh_key sharedKey storageAccessKey psk preSharedKey mfaSeed totpSeed otp recoveryCodes backupCodes securityAnswer authCode authorizationCode deviceCode code_verifier bearer authHeader proxyAuthorization connectionString dsn databaseUrl kubeconfig webhookUrl sas sasUrl snmpCommunity communityString passwordSalt salt cookies PHPSESSID saml_response keystore pkcs12 pfx secretText secretValue clientSecretValue secretKeyBase password1 newPassword2 secrets passwords tokens apiKeys privateKeys encryptedPasswords user_password.value x-api-key apikey clientsecret userpassword systemToken AWS_SECRET_ACCESS_KEY SSHPrivateKey private_key_pem credentials"

const HARMLESS =
  "id name pinned is_pinned opinion tokenType token_count password_policy passwordChanged key keys primary_email sid compass passport description tags keyboard accounts monkey secretary product_type shared cookie_policy assertion_type projectKey accountId publicKey KmsMasterKeyId AccessKeyId pwdLastSet primaryKey accountKey"

describe("names of secrets", () => {
  it.each([
    ...SECRET.split(" "),
    "API Key",
    "Private Key",
    "Session ID",
    "password ",
    "password\u0000",
    "pass\u0000word"
  ])("know %j", (name) => {
    expect(SecretNames.mayBeSecret(name, "x")).toBe(true)
  })

  it.each(HARMLESS.split(" "))("let %s pass", (name) => {
    expect(SecretNames.mayBeSecret(name, "x")).toBe(false)
  })

  it("let instants and settings pass, but no numbers", () => {
    expect(SecretNames.mayBeSecret("HttpTokens", "required")).toBe(false)
    expect(SecretNames.mayBeSecret("pin", "2024-01-01 10:00:00")).toBe(false)
    expect(SecretNames.mayBeSecret("password", "2024-05-01T08:30:00Z")).toBe(false)
    expect(SecretNames.mayBeSecret("must_change_password", true)).toBe(false)
    expect(SecretNames.mayBeSecret("otpToken", 998877)).toBe(true)
  })

  it("know no cursor in an exchange, unless it is a signed token", () => {
    expect(SecretNames.isSecret("nextPageToken", "abc")).toBe(false)
    expect(SecretNames.isSecret("nextPageToken", "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2ln")).toBe(true)
    expect(SecretNames.isSecret("accessToken", "abc")).toBe(true)
  })
})

describe("pairs and texts with secrets", () => {
  it.each([
    { name: "password", value: "x" },
    { Name: "DB_PASSWORD", Value: "x" },
    { key: "api token", values: ["x"] },
    { field: "clientSecret", value: 7 }
  ])("are known by the name of the pair: %j", (pair) => {
    expect(SecretNames.isPairOfSecret(pair)).toBe(true)
    expect(Object.keys(pair).map(SecretNames.isValueOfPair)).toEqual([false, true])
  })

  it.each([
    "https://user:secret@host.example/path",
    "https://host.example/hook?x=1&sig=0123456789abcdef",
    "https://host.example/?access_token=0123456789abcdef",
    "Authorization: Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2ln",
    "Bearer 0123456789abcdef0123",
    "-----BEGIN RSA PRIVATE KEY-----",
    "Server=db.example;User=a;Password=hunter2",
    "ghp_0123456789abcdef0123"
  ])("are known by the text: %s", (text) => expect(SecretNames.hasSecret(text)).toBe(true))

  it.each([
    "https://host.example/a?page=2",
    "https://host.example/a?nextPageToken=0123456789abcdef0123",
    "https://victim.example/reset?token=abc",
    "http://host.example:8080,me@host.example",
    "Basic Display_Adapter_Driver",
    "mail@host.example",
    "Uses basic authentication for all users.",
    "-----BEGIN CERTIFICATE-----",
    "ssh://host.example:22/a@b"
  ])("let other texts pass: %s", (text) => expect(SecretNames.hasSecret(text)).toBe(false))
})
