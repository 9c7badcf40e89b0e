-- The two login roles, once per server, as a superuser or (on Neon) as the project's owner:
--   psql -v owner_password=… -v app_password=… -f container/roles.sql <address of the database>
-- Safe to repeat; it then only sets the passwords. The owner makes and owns the tables. The service connects as the
-- other one, which owns nothing and has no rights but those of the three roles that the migrations give it.
create extension if not exists vector;
select 'create role assay_owner login createrole nosuperuser nobypassrls'
  where not exists (select from pg_roles where rolname = 'assay_owner') \gexec
select 'create role assay_app login noinherit nosuperuser nobypassrls nocreaterole'
  where not exists (select from pg_roles where rolname = 'assay_app') \gexec
select format('alter role assay_owner password %L', :'owner_password') \gexec
select format('alter role assay_app password %L', :'app_password') \gexec
grant usage, create on schema public to assay_owner;
grant usage on schema public to assay_app;
