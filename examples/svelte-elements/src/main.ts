import '@asset-browsing-service/components';
import { mount } from 'svelte';
import Library from './library.svelte';

const target = document.getElementById('root');
if (target) mount(Library, { target });
