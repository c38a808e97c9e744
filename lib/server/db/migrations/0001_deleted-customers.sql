CREATE TABLE "deleted_customers" (
	"provider" text NOT NULL,
	"customer_id" text NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deleted_customers_provider_customer_id_pk" PRIMARY KEY("provider","customer_id")
);
