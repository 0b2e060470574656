/** Tests nodes whose servers are at the other end of the link of `far-link.py`, in whose network this must run. */
import { startRadosgw } from '../support/servers/radosgw.ts';
import { startSlowProxy } from '../support/slow-proxy.ts';
import { testSlowNetwork } from './slow-network.ts';

const store = await startRadosgw();
if (typeof store === 'string') throw new Error(store);
await testSlowNetwork({
  store,
  // Servers listen on 127.0.0.1, to which the link does not lead.
  startProxy: (port) => startSlowProxy(port, '10.77.0.1'),
  host: '10.77.0.2',
});
