// The page at /docs/api, on which a reader sends requests to the service. Its script reads /openapi.json.
import type { SitePage } from './markdown.ts';

const HTML = `<h1 id="try-the-interface">Try the interface</h1>
<p>Choose an operation, fill in what you need, and send the request to this service. The list comes from
<a href="../openapi.json">openapi.json</a>, the description for generators of clients.</p>
<noscript><p>This page needs JavaScript. The <a href="reference/interface/index.html">pages of the interface</a> don't.</p></noscript>
<div id="try">
<p class="field"><label for="operation">Operation</label> <select id="operation"></select></p>
<div id="about"></div>
<form id="request">
<div id="parameters"></div>
<p class="field"><label for="token">Token, if the service requires one</label>
<input id="token" type="password" autocomplete="off"></p>
<p class="field"><label for="address">Request</label> <output id="address" class="address"></output></p>
<p class="buttons"><button type="submit">Send</button> <button type="button" id="copy" class="plain">Copy as curl</button></p>
</form>
<section id="answer" aria-live="polite" hidden></section>
</div>`;

export const API_PAGE: SitePage = {
  ...{ path: 'api.md', title: 'Try the interface', html: HTML },
  ...{ sections: [], files: new Map() },
};
