import '@asset-browsing-service/components';
import { createRoot } from 'react-dom/client';
import { Library } from './library.js';

const service = new URLSearchParams(location.search).get('service') ?? 'http://localhost:8080/';
const root = document.getElementById('root');

if (root) createRoot(root).render(<Library service={service} />);
