-- AlterTable
ALTER TABLE "owner_group" ADD COLUMN     "language" TEXT NOT NULL DEFAULT 'en',
ADD COLUMN     "time_zone" TEXT NOT NULL DEFAULT 'UTC';

-- AlterTable
ALTER TABLE "workflow_run_step" ADD COLUMN     "change_id" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint;

-- CreateTable
CREATE TABLE "channel" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "group_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "sealed" TEXT,
    "fallback" BOOLEAN NOT NULL DEFAULT false,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "channel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "channel_state" (
    "channel_id" UUID NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "refilled_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone,
    "failures_in_row" INTEGER NOT NULL DEFAULT 0,
    "open_until" TIMESTAMPTZ(3),
    "probe_until" TIMESTAMPTZ(3),
    "last_sent_at" TIMESTAMPTZ(3),
    "last_failed_at" TIMESTAMPTZ(3),
    "last_problem" TEXT,
    "confirmed_at" TIMESTAMPTZ(3),

    CONSTRAINT "channel_state_pkey" PRIMARY KEY ("channel_id")
);

-- CreateTable
CREATE TABLE "followed_source" (
    "source_id" UUID NOT NULL,
    "after_change" BIGINT NOT NULL DEFAULT 0,
    "after_id" BIGINT NOT NULL DEFAULT 0,
    "followed_at" TIMESTAMPTZ(3),

    CONSTRAINT "followed_source_pkey" PRIMARY KEY ("source_id")
);

-- CreateTable
CREATE TABLE "awaited_attempt" (
    "source_id" UUID NOT NULL,
    "workflow_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "node_id" TEXT NOT NULL,
    "sub_index" TEXT NOT NULL,
    "overdue_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "awaited_attempt_pkey" PRIMARY KEY ("source_id","workflow_id","run_id","node_id","sub_index")
);

-- CreateTable
CREATE TABLE "hand_off" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "source_id" UUID NOT NULL,
    "workflow_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "node_id" TEXT NOT NULL,
    "sub_index" TEXT NOT NULL DEFAULT '',
    "fingerprint" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    "limit" TEXT,
    "stopped_early" TEXT,
    "because" JSONB NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL,
    "attempt" INTEGER NOT NULL,
    "error_code" TEXT,
    "error_message" TEXT,
    "payload_hash" TEXT,
    "first_failed_at" TIMESTAMPTZ(3) NOT NULL,
    "last_failed_at" TIMESTAMPTZ(3) NOT NULL,
    "final_action" TEXT NOT NULL DEFAULT 'manual',
    "node_row_id" UUID,
    "node_version" INTEGER NOT NULL,
    "workflow_version" INTEGER NOT NULL,
    "recipient" TEXT,
    "recipient_from" TEXT,
    "silent_because" TEXT,
    "silence_ms" INTEGER NOT NULL,
    "above_threshold" JSONB,
    "state" TEXT NOT NULL DEFAULT 'open',
    "assignee_id" UUID,
    "changed_by" TEXT,
    "changed_at" TIMESTAMPTZ(3),
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "hand_off_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_window" (
    "channel_id" UUID NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "pending" INTEGER NOT NULL DEFAULT 0,
    "total" BIGINT NOT NULL DEFAULT 0,
    "first_failed_at" TIMESTAMPTZ(3) NOT NULL,
    "last_failed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_window_pkey" PRIMARY KEY ("channel_id","fingerprint")
);

-- CreateTable
CREATE TABLE "alert_decision" (
    "hand_off_id" UUID NOT NULL,
    "channel_id" UUID NOT NULL,
    "outcome" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "window_ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_decision_pkey" PRIMARY KEY ("hand_off_id","channel_id")
);

-- CreateTable
CREATE TABLE "delivery" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "channel_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "hand_off_id" UUID,
    "count" INTEGER NOT NULL DEFAULT 1,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "lease_id" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "first_tried_at" TIMESTAMPTZ(3),
    "message" JSONB,
    "possible_duplicate" BOOLEAN NOT NULL DEFAULT false,
    "sent_at" TIMESTAMPTZ(3),
    "problem" TEXT,
    "provider_ref" TEXT,
    "fallback_for" UUID,
    "confirm_hash" TEXT,
    "confirmed_at" TIMESTAMPTZ(3),
    "requested_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_attempt" (
    "delivery_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "problem" TEXT,
    "status" INTEGER,
    "answer" TEXT,

    CONSTRAINT "delivery_attempt_pkey" PRIMARY KEY ("delivery_id","attempt")
);

-- CreateIndex
CREATE INDEX "channel_group_id_idx" ON "channel"("group_id");

-- CreateIndex
CREATE INDEX "awaited_attempt_overdue_at_idx" ON "awaited_attempt"("overdue_at");

-- CreateIndex
CREATE INDEX "hand_off_fingerprint_decided_at_idx" ON "hand_off"("fingerprint", "decided_at" DESC);

-- CreateIndex
CREATE INDEX "hand_off_decided_at_id_idx" ON "hand_off"("decided_at" DESC, "id");

-- CreateIndex
CREATE INDEX "hand_off_unsettled" ON "hand_off"("fingerprint", "decided_at") WHERE (state = ANY (ARRAY['open'::text, 'acknowledged'::text]));

-- CreateIndex
CREATE UNIQUE INDEX "hand_off_source_id_workflow_id_run_id_node_id_sub_index_key" ON "hand_off"("source_id", "workflow_id", "run_id", "node_id", "sub_index");

-- CreateIndex
CREATE INDEX "alert_decision_channel_id_seq_idx" ON "alert_decision"("channel_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "delivery_confirm_hash_key" ON "delivery"("confirm_hash");

-- CreateIndex
CREATE INDEX "delivery_due" ON "delivery"("next_at") WHERE (state = ANY (ARRAY['pending'::text, 'retry'::text]));

-- CreateIndex
CREATE INDEX "delivery_leased" ON "delivery"("lease_until") WHERE (state = 'sending');

-- CreateIndex
CREATE INDEX "delivery_hand_off_id_idx" ON "delivery"("hand_off_id");

-- CreateIndex
CREATE INDEX "delivery_created_at_idx" ON "delivery"("created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "delivery_channel_id_fingerprint_seq_kind_key" ON "delivery"("channel_id", "fingerprint", "seq", "kind");

-- CreateIndex
CREATE INDEX "workflow_run_step_source_id_change_id_id_idx" ON "workflow_run_step"("source_id", "change_id", "id");

-- AddForeignKey
ALTER TABLE "channel" ADD CONSTRAINT "channel_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "owner_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel_state" ADD CONSTRAINT "channel_state_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "followed_source" ADD CONSTRAINT "followed_source_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hand_off" ADD CONSTRAINT "hand_off_assignee_id_fkey" FOREIGN KEY ("assignee_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_window" ADD CONSTRAINT "alert_window_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_decision" ADD CONSTRAINT "alert_decision_hand_off_id_fkey" FOREIGN KEY ("hand_off_id") REFERENCES "hand_off"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_decision" ADD CONSTRAINT "alert_decision_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_hand_off_id_fkey" FOREIGN KEY ("hand_off_id") REFERENCES "hand_off"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A step that ends after it was running is a change to follow, whoever writes it.
CREATE FUNCTION "workflow_run_step_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."change_id" := (pg_current_xact_id()::text)::bigint;
  RETURN NEW;
END
$$;

CREATE TRIGGER "workflow_run_step_changed" BEFORE UPDATE ON "workflow_run_step"
  FOR EACH ROW EXECUTE FUNCTION "workflow_run_step_changed"();

-- Failpath's own source alerts from now on; what its history has already wakes nobody.
UPDATE "source" SET "alerts_from" = CURRENT_TIMESTAMP WHERE "kind" = 'failpath' AND "alerts_from" IS NULL;
