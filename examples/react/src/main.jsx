import { connect } from '@asset-browsing-service/client';
import { createRoot } from 'react-dom/client';
import { Gallery } from './gallery.jsx';

const service = new URLSearchParams(location.search).get('service') ?? 'http://localhost:8080/';
const client = connect(service, { locale: 'en' });

createRoot(document.getElementById('root')).render(<Gallery client={client} />);
