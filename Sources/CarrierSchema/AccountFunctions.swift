import WidgetCore

/// The rights of hubs on a server that `widgetctl fleet init` sets up.
package enum AccountFunctions {
    /// Connections of one hub at a time: its own, one more for a try, and an administrator's.
    package static let connections = 8

    /// Statements that give hubs their rights and a function. A superuser runs them in the hubs' database, after ``CarrierSchema/script``. They may run again.
    package static let statements = """
        REVOKE CREATE ON SCHEMA public FROM PUBLIC;
        GRANT USAGE ON SCHEMA widgetd TO widgetd;
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA widgetd TO widgetd;
        CREATE SCHEMA IF NOT EXISTS widgetd_accounts;
        GRANT USAGE ON SCHEMA widgetd_accounts TO widgetd;

        CREATE OR REPLACE FUNCTION widgetd_accounts.check_caller(names text[]) RETURNS void
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
        BEGIN
          IF NOT (SELECT rolcanlogin FROM pg_roles WHERE rolname = session_user) OR session_user <> ALL (names) THEN
            RAISE insufficient_privilege USING MESSAGE = 'the account ' || session_user || ' was closed; invite this hub again';
          END IF;
        END $$;

        CREATE OR REPLACE FUNCTION widgetd_accounts.set_hubs(names text[], verifiers text[]) RETURNS void
        LANGUAGE plpgsql STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        DECLARE
          hub record;
        BEGIN
          FOR hub IN SELECT * FROM unnest(names, verifiers) AS h (name, verifier) LOOP
            IF coalesce(hub.name !~ '\(HubAccount.namePattern)' OR hub.verifier !~ '\(HubAccount.verifierPattern)', true) THEN
              RAISE invalid_parameter_value USING MESSAGE = 'hub_verifier: it isn''t a SCRAM-SHA-256 verifier';
            END IF;
          END LOOP;
          PERFORM widgetd_accounts.check_caller(names);
          -- They end first, since they may hold locks.
          PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename ~ '\(HubAccount.namePattern)' AND usename <> ALL (names);
          PERFORM pg_advisory_xact_lock(7710222);
          PERFORM widgetd_accounts.check_caller(names);
          FOR hub IN
            SELECT rolname AS name FROM pg_roles WHERE rolname ~ '\(HubAccount.namePattern)' AND rolcanlogin AND rolname <> ALL (names)
          LOOP
            EXECUTE format('ALTER ROLE %I NOLOGIN', hub.name);
          END LOOP;
          FOR hub IN
            SELECT h.name, h.verifier, a.oid FROM unnest(names, verifiers) AS h (name, verifier) LEFT JOIN pg_authid a ON a.rolname = h.name
            WHERE a.oid IS NULL OR NOT a.rolcanlogin OR a.rolpassword IS DISTINCT FROM h.verifier
          LOOP
            IF hub.oid IS NULL THEN EXECUTE format('CREATE ROLE %I IN ROLE widgetd', hub.name); END IF;
            EXECUTE format('ALTER ROLE %I LOGIN CONNECTION LIMIT \(connections) PASSWORD %L', hub.name, hub.verifier);
            PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = hub.name AND pid <> pg_backend_pid();
          END LOOP;
          PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename ~ '\(HubAccount.namePattern)' AND usename <> ALL (names);
        END $$;

        REVOKE ALL ON ALL FUNCTIONS IN SCHEMA widgetd_accounts FROM PUBLIC;
        GRANT EXECUTE ON FUNCTION widgetd_accounts.set_hubs(text[], text[]) TO widgetd;

        """
}
