import '@asset-browsing-service/components';
import { createApp } from 'vue';
import MediaLibrary from './media-library.vue';

createApp(MediaLibrary).mount('#root');
