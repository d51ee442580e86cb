/// Statements of PostgreSQL that let hubs make and close each other's accounts, and nothing else of the server's administration.
///
/// Each hub has an account of its own, and acts as the role `widgetd`, which owns the database. So a hub that is revoked is shut out alone. Before that it may
/// have added accounts in secret. So each account has the name of the one that added it, and goes with it, unless it is another hub's.
package enum AccountFunctions {
    /// The setting of a connection string by which a hub acts as `widgetd`.
    package static let settings = "options='-c role=widgetd'"

    /// The database must be connected, by a superuser. They can be repeated.
    package static let statements = """
        CREATE SCHEMA IF NOT EXISTS widgetd_accounts;
        GRANT USAGE ON SCHEMA widgetd_accounts TO widgetd;
        CREATE TABLE IF NOT EXISTS widgetd_accounts.account (name text PRIMARY KEY, added_by text NOT NULL, is_open boolean NOT NULL);

        CREATE OR REPLACE FUNCTION widgetd_accounts.check_caller() RETURNS boolean
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
        DECLARE
          is_administrator boolean := (SELECT rolsuper FROM pg_roles WHERE rolname = session_user);
        BEGIN
          LOCK TABLE widgetd_accounts.account IN EXCLUSIVE MODE;
          IF NOT is_administrator AND NOT EXISTS (SELECT FROM widgetd_accounts.account a WHERE a.name = session_user AND a.is_open) THEN
            RAISE insufficient_privilege USING MESSAGE = 'the account ' || session_user || ' was closed';
          END IF;
          RETURN is_administrator;
        END $$;

        CREATE OR REPLACE FUNCTION widgetd_accounts.add_hub(hub text, secret text) RETURNS void
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        DECLARE
          is_administrator boolean := widgetd_accounts.check_caller();
        BEGIN
          IF hub !~ '^widgetd_[0-9a-f]{32}$' THEN
            RAISE invalid_parameter_value USING MESSAGE = 'hub: it isn''t the name of a hub''s account';
          END IF;
          IF NOT is_administrator THEN
            IF secret !~ '^SCRAM-SHA-256\\$4096:[A-Za-z0-9+/=]+\\$[A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+$' THEN
              RAISE invalid_parameter_value USING MESSAGE = 'secret: it isn''t a SCRAM-SHA-256 verifier';
            END IF;
            IF EXISTS (SELECT FROM widgetd_accounts.account a WHERE a.name = hub AND a.is_open) THEN
              -- Nobody may take over another one's account. A hub that asks once more has the same secret.
              IF (SELECT rolpassword FROM pg_authid WHERE rolname = hub) = secret THEN RETURN; END IF;
              RAISE duplicate_object USING MESSAGE = 'this hub has an account with another password';
            END IF;
          END IF;
          IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = hub) THEN EXECUTE format('CREATE ROLE %I', hub); END IF;
          EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', hub, secret);
          EXECUTE format('GRANT widgetd TO %I', hub);
          INSERT INTO widgetd_accounts.account VALUES (hub, session_user, true)
          ON CONFLICT (name) DO UPDATE SET added_by = excluded.added_by, is_open = true;
        END $$;

        CREATE OR REPLACE FUNCTION widgetd_accounts.remove_hubs(gone text[], hubs text[]) RETURNS void
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        DECLARE
          hub text;
        BEGIN
          PERFORM widgetd_accounts.check_caller();
          FOR hub IN
            WITH RECURSIVE closed (name) AS (
              SELECT a.name FROM widgetd_accounts.account a WHERE a.name = ANY (gone)
              UNION SELECT a.name FROM widgetd_accounts.account a JOIN closed c ON a.added_by = c.name WHERE a.name <> ALL (hubs)
            )
            SELECT name FROM closed
          LOOP
            EXECUTE format('ALTER ROLE %I NOLOGIN', hub);
            EXECUTE format('REVOKE widgetd FROM %I', hub);
            UPDATE widgetd_accounts.account SET is_open = false WHERE name = hub;
            PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = hub;
          END LOOP;
        END $$;

        REVOKE ALL ON ALL FUNCTIONS IN SCHEMA widgetd_accounts FROM PUBLIC;
        GRANT EXECUTE ON FUNCTION widgetd_accounts.add_hub(text, text), widgetd_accounts.remove_hubs(text[], text[]) TO widgetd;

        """
}
