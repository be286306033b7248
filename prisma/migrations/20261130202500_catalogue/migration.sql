-- CreateTable
CREATE TABLE "catalogue_entry" (
    "id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "class" TEXT,
    "means" TEXT,
    "source" TEXT NOT NULL,
    "written_by" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3),

    CONSTRAINT "catalogue_entry_pkey" PRIMARY KEY ("id","revision")
);

-- CreateTable
CREATE TABLE "catalogue_state" (
    "one" BOOLEAN NOT NULL DEFAULT true,
    "version" INTEGER NOT NULL DEFAULT 0,
    "applied" INTEGER NOT NULL DEFAULT 0,
    "applied_entries" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "catalogue_state_pkey" PRIMARY KEY ("one")
);

-- CreateIndex
CREATE UNIQUE INDEX "catalogue_entry_key" ON "catalogue_entry"("key") WHERE (until IS NULL);

ALTER TABLE "catalogue_entry" ADD CONSTRAINT "catalogue_entry_says_one_thing" CHECK (("class" IS NULL) <> ("means" IS NULL));

INSERT INTO "catalogue_state" DEFAULT VALUES;

-- Its lock is held until the change is committed: whoever reads the number reads the entries that it stands for.
CREATE FUNCTION "catalogue_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "public"."catalogue_state" SET "version" = "version" + 1;
  RETURN NULL;
END $$;

CREATE TRIGGER "catalogue_entry_changed" AFTER INSERT OR UPDATE OR DELETE ON "catalogue_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "catalogue_changed"();
