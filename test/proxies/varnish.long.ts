import { describeProxy } from './behaviour.ts';
import { lackOf, startVarnish } from './programs.ts';
import { describeVariants } from './variants.ts';

const skip = lackOf('varnishd');
const HERE = '  "127.0.0.1";\n  "::1";\n';
const ELSEWHERE = '  "192.0.2.1";\n';

describeProxy('Varnish', startVarnish, skip);

describeVariants('Varnish', startVarnish, {
  skip,
  strangers: [
    [`acl announcers {\n${HERE}`, `acl announcers {\n${ELSEWHERE}`],
    [`acl in_front {\n${HERE}`, `acl in_front {\n${ELSEWHERE}`],
  ],
  ignoring: [
    ['# unset req.http.Authorization;', 'unset req.http.Authorization;'],
    ['# set req.url = regsub(regsub(', 'set req.url = regsub(regsub('],
    ['  if (req.http.Authorization || req.url ~ "[?&]token=") {\n    return (pass);\n  }\n', ''],
    ['# if (req.url ~ "[?&]callback="', 'if (req.url ~ "[?&]callback="'],
    ['  #   return (pass);\n  # }', '    return (pass);\n  }'],
  ],
});
