-- The roles, which belong to the server and stand in no dump of a database: once per server, as a superuser or (on Neon)
-- as the project's owner, before the migrations or a restore:
--   psql -v owner_password=… -v app_password=… -f container/roles.sql <address of the database>
-- Safe to repeat; it then only sets the passwords. The owner makes and owns the tables. The service connects as
-- assay_app, which owns nothing and has no rights but those of the three roles without a login.
set client_min_messages = warning;
create extension if not exists vector;
select 'create role assay_owner login createrole nosuperuser nobypassrls'
  where not exists (select from pg_roles where rolname = 'assay_owner') \gexec
select 'create role assay_app login noinherit nosuperuser nobypassrls nocreaterole'
  where not exists (select from pg_roles where rolname = 'assay_app') \gexec
select format('create role %I nologin nosuperuser nobypassrls nocreatedb nocreaterole', name)
  from unnest(array['assay_tenant', 'assay_system', 'assay_catalog']) as name
  where not exists (select from pg_roles where rolname = name) \gexec
select format('alter role assay_owner password %L', :'owner_password') \gexec
select format('alter role assay_app password %L', :'app_password') \gexec
select 'grant assay_tenant, assay_system, assay_catalog to assay_owner with admin option'
  where current_user <> 'assay_owner' \gexec
grant assay_tenant, assay_system, assay_catalog to assay_app;
grant usage, create on schema public to assay_owner;
grant usage on schema public to assay_app;
