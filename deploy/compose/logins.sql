-- The two logins of docs/operating.md ("Two logins to the database"), for deploy/compose.yaml. Change the passwords.
create role reelcast_owner login password 'owner-password' nosuperuser nocreatedb nocreaterole;
create role reelcast_house login password 'house-password' nosuperuser nocreatedb nocreaterole;
create database reelcast owner reelcast_owner;
revoke all on database reelcast from public;
grant connect on database reelcast to reelcast_house;
\c reelcast
revoke create on schema public from public;
