import '@asset-browsing-service/components';
import { createRoot } from 'react-dom/client';
import { Library } from './library.jsx';

const service = new URLSearchParams(location.search).get('service') ?? 'http://localhost:8080/';

createRoot(document.getElementById('root')).render(<Library service={service} />);
