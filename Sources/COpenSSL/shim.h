/* OpenSSL 3 libcrypto, and its function-like macros, which Swift does not import. */
#pragma once
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

static inline EVP_PKEY *copenssl_generate_ec(const char *curve) { return EVP_EC_gen(curve); }

static inline EVP_PKEY *copenssl_generate_rsa(unsigned int bits) { return EVP_RSA_gen(bits); }

static inline long copenssl_memory(BIO *bio, char **start) { return BIO_get_mem_data(bio, start); }

static inline void copenssl_free(void *memory) { OPENSSL_free(memory); }

/* A pass phrase is never asked for: without this, OpenSSL would read it from the terminal. */
static inline int copenssl_no_phrase(char *buffer, int size, int writing, void *context) {
  (void)buffer, (void)size, (void)writing, (void)context;
  return -1;
}

/* Makes a key of what the builder holds, and frees the builder; NULL when the numbers are no key. */
static inline EVP_PKEY *copenssl_build(const char *type, OSSL_PARAM_BLD *builder) {
  EVP_PKEY *key = NULL;
  OSSL_PARAM *parameters = OSSL_PARAM_BLD_to_param(builder);
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
  if (parameters && context && EVP_PKEY_fromdata_init(context) == 1)
    (void)EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters);
  EVP_PKEY_CTX_free(context);
  OSSL_PARAM_free(parameters);
  OSSL_PARAM_BLD_free(builder);
  return key;
}

/* A public key from an uncompressed point. The builder keeps pointers until it is built. */
static inline EVP_PKEY *copenssl_public_ec(const char *group, const unsigned char *point,
                                           size_t length) {
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  if (!builder) return NULL;
  OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, group, 0);
  OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, length);
  return copenssl_build("EC", builder);
}

/* A public key from an RSA modulus and exponent, both big-endian. */
static inline EVP_PKEY *copenssl_public_rsa(const unsigned char *modulus, size_t modulus_length,
                                            const unsigned char *exponent,
                                            size_t exponent_length) {
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  if (!builder) return NULL;
  BIGNUM *n = BN_bin2bn(modulus, (int)modulus_length, NULL);
  BIGNUM *e = BN_bin2bn(exponent, (int)exponent_length, NULL);
  OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n);
  OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e);
  EVP_PKEY *key = copenssl_build("RSA", builder);
  BN_free(n);
  BN_free(e);
  return key;
}

/* HMAC with SHA-256 under a key, ready to be copied for each message; NULL on failure. */
static inline EVP_MAC_CTX *copenssl_hmac(const unsigned char *key, size_t count) {
  char digest[] = "SHA256";
  OSSL_PARAM parameters[] = {
    OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0), OSSL_PARAM_construct_end()};
  EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
  EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac);
  EVP_MAC_free(mac);
  if (context && EVP_MAC_init(context, key, count, parameters) == 1) return context;
  EVP_MAC_CTX_free(context);
  return NULL;
}

/* The code of a message under such a key, 32 bytes; 1 on success. */
static inline int copenssl_hmac_code(
  const EVP_MAC_CTX *key, const unsigned char *message, size_t count, unsigned char *code) {
  size_t length = 0;
  EVP_MAC_CTX *context = EVP_MAC_CTX_dup(key);
  int good = context && EVP_MAC_update(context, message, count) == 1 &&
             EVP_MAC_final(context, code, &length, 32) == 1 && length == 32;
  EVP_MAC_CTX_free(context);
  return good;
}
