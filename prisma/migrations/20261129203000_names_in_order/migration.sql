-- Names in the order that readers of a language expect, numbers in them as numbers. A server that was built
-- without ICU goes without: the lists then fall back to an order of its own.
-- The migration engine cuts scripts at every semicolon, quoted or not, hence their escapes.
DO E'BEGIN
  CREATE COLLATION names_en (provider = icu, locale = ''en-u-kn-true'')\x3B
  CREATE COLLATION names_zh (provider = icu, locale = ''zh-u-kn-true'')\x3B
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE ''no collations for names: %'', SQLERRM\x3B
END';
