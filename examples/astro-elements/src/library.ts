import '@asset-browsing-service/components';

const catalogue = document.querySelector('abs-catalogue');
const search = document.querySelector('abs-search');
const grid = document.querySelector('abs-grid');
const status = document.querySelector('[role=status]');

const other = new URLSearchParams(location.search).get('service');
if (catalogue && other) catalogue.src = other;
search?.addEventListener('abs-query', ({ detail }) => {
  if (grid) grid.query = detail.query;
});
grid?.addEventListener('abs-select', ({ detail }) => {
  if (status) status.textContent = `${detail.ids.length} selected`;
});
