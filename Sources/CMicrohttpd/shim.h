#pragma once
#include <gnutls/gnutls.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdint.h>

/*
 * Swift cannot call variadic functions, and the library's enumerations reach it under names that
 * depend on the release's annotations: both are settled here.
 */

static const enum MHD_Result mhd_yes = MHD_YES;
static const enum MHD_Result mhd_no = MHD_NO;
static const enum MHD_ValueKind mhd_header_kind = MHD_HEADER_KIND;
static const enum MHD_ResponseMemoryMode mhd_must_copy = MHD_RESPMEM_MUST_COPY;

typedef struct {
  int is_ipv6;
  const struct sockaddr *address;
  const char *certificate_pem; /* NULL for plain HTTP */
  const char *key_pem;
  const char *client_authority_pem; /* NULL: clients are not asked for a certificate */
  size_t connection_memory;
  unsigned int connection_limit;
  unsigned int connection_timeout; /* seconds */
} mhd_settings;

typedef void *(*mhd_target_callback)(void *, const char *, struct MHD_Connection *);

static inline struct MHD_Daemon *mhd_start(
    const mhd_settings *settings, MHD_AccessHandlerCallback handler, mhd_target_callback target,
    MHD_RequestCompletedCallback completed, void *context) {
  struct MHD_OptionItem tls[4] = {
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings->certificate_pem},
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings->key_pem},
      {MHD_OPTION_HTTPS_MEM_TRUST, 0, (void *)settings->client_authority_pem},
      {MHD_OPTION_END, 0, NULL}};
  if (settings->client_authority_pem == NULL) tls[2].option = MHD_OPTION_END;
  unsigned int flags =
      MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME;
  if (settings->is_ipv6) flags |= MHD_USE_IPv6;
  if (settings->certificate_pem != NULL) flags |= MHD_USE_TLS;
  else tls[0].option = MHD_OPTION_END;
  return MHD_start_daemon(
      flags, 0, NULL, NULL, handler, context, MHD_OPTION_SOCK_ADDR, settings->address,
      MHD_OPTION_URI_LOG_CALLBACK, target, context, MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->connection_memory, MHD_OPTION_CONNECTION_LIMIT,
      settings->connection_limit, MHD_OPTION_CONNECTION_TIMEOUT, settings->connection_timeout,
      MHD_OPTION_ARRAY, tls, MHD_OPTION_END);
}

static inline uint16_t mhd_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info == NULL ? 0 : info->port;
}

static inline const struct sockaddr *mhd_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info == NULL ? NULL : info->client_addr;
}

/* The peer's certificate in DER, owned by the connection; NULL when it showed none. */
static inline const unsigned char *mhd_client_certificate(
    struct MHD_Connection *connection, unsigned int *size) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  if (info == NULL || info->tls_session == NULL) return NULL;
  unsigned int count = 0;
  const gnutls_datum_t *chain =
      gnutls_certificate_get_peers((gnutls_session_t)info->tls_session, &count);
  if (chain == NULL || count == 0) return NULL;
  *size = chain[0].size;
  return chain[0].data;
}

static inline int mhd_has_tls(void) { return MHD_is_feature_supported(MHD_FEATURE_TLS) == MHD_YES; }

static inline ssize_t mhd_reader_error(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }
