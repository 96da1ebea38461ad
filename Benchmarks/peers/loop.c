/* The bare libcurl loop: COUNT posts over one HTTP/2 connection, DEPTH at a time, each answer looked
 * at. No store, no decision, one thread. Usage: loop URL CA-FILE BODY COUNT DEPTH */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct answer {
  size_t length;
  char text[4096];
};

static size_t take(char *data, size_t size, size_t count, void *context) {
  struct answer *answer = context;
  if (answer->length + size * count >= sizeof answer->text) return 0;
  memcpy(answer->text + answer->length, data, size * count);
  answer->length += size * count;
  answer->text[answer->length] = 0;
  return size * count;
}

int main(int argc, char **argv) {
  if (argc != 6) return 2;
  long count = atol(argv[4]), depth = atol(argv[5]), begun = 0, ended = 0, good = 0;
  curl_global_init(CURL_GLOBAL_DEFAULT);
  CURLM *multi = curl_multi_init();
  curl_multi_setopt(multi, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
  curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, 1L);
  struct curl_slist *fields = curl_slist_append(NULL, "Expect:");
  struct answer *answers = calloc(depth, sizeof *answers);
  for (; begun < depth && begun < count; begun++) {
    CURL *easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_URL, argv[1]);
    curl_easy_setopt(easy, CURLOPT_CAINFO, argv[2]);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, fields);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, argv[3]);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS);
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &answers[begun]);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, &answers[begun]);
    curl_multi_add_handle(multi, easy);
  }
  while (ended < count) {
    int running, left;
    curl_multi_perform(multi, &running);
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
      CURL *easy = message->easy_handle;
      CURLcode code = message->data.result;
      struct answer *answer;
      long status = 0;
      curl_easy_getinfo(easy, CURLINFO_PRIVATE, &answer);
      curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
      good += code == CURLE_OK && status == 200 && strstr(answer->text, "\"access_token\"");
      answer->length = 0;
      ended++;
      curl_multi_remove_handle(multi, easy);
      if (begun < count) {
        begun++;
        curl_multi_add_handle(multi, easy);
      }
    }
    if (ended < count) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
  printf("{\"good\": %ld}\n", good);
  return 0;
}
