#include "clinux.h"

/* The Swift runtime's own names and calling convention; include/swift/Runtime/Concurrency.h. */
#define SWIFT_CALL __attribute__((swiftcall))

typedef struct {
  void *identity, *implementation;
} executor_reference;
typedef SWIFT_CALL void (*enqueue_next)(void *job);

extern SWIFT_CALL void (*swift_task_enqueueGlobal_hook)(void *job, enqueue_next next);
extern SWIFT_CALL void swift_job_run(void *job, executor_reference executor);

static clinux_job_handler take;

static SWIFT_CALL void enqueue(void *job, enqueue_next next) {
  (void)next;
  take(job);
}

void clinux_take_global_jobs(clinux_job_handler handler) {
  take = handler;
  swift_task_enqueueGlobal_hook = enqueue;
}

void clinux_run_global_job(void *job) {
  executor_reference generic = {0, 0};
  swift_job_run(job, generic);
}
