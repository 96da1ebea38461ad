#define _GNU_SOURCE
#include "clinux.h"
#include <sys/prctl.h>

int clinux_set_thread_name(const char *name) {
  return prctl(PR_SET_NAME, (unsigned long)name, 0UL, 0UL, 0UL);
}
