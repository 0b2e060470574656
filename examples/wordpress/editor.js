// The block in the editor. It needs no build: everything comes from the global `wp`, and the picker from the service.
(({ blocks, element, blockEditor, components }) => {
  const { createElement: h, useState } = element;
  const { service } = window.absMedia;

  /** What a post keeps of an asset: plain data, without signatures. */
  const kept = ({ id, version, name, picture }) => ({ id, version, name, picture });

  function Edit({ attributes: { asset, alt, caption }, setAttributes }) {
    const [problem, setProblem] = useState('');
    // The picker opens a window, which browsers allow in a click alone.
    const choose = async () => {
      setProblem('');
      try {
        const { openPicker } = await import(`${service}elements/open-picker.js`);
        const [chosen] = (await openPicker({ service, label: 'Picture', selected: asset ? [asset.id] : [] })) ?? [];
        if (chosen) setAttributes({ asset: kept(chosen), alt: chosen.alt, caption: caption || chosen.credit });
      } catch (error) {
        setProblem(error.message);
      }
    };
    const button = h(components.Button, { variant: 'secondary', onClick: choose }, asset ? 'Choose another' : 'Choose');
    const text = (label, name, value) =>
      h(components.TextControl, { label, value, onChange: (next) => setAttributes({ [name]: next }) });
    const content = asset && [
      asset.picture
        ? h('img', { key: 'picture', ...properties(asset.picture), alt })
        : h('p', { key: 'name' }, asset.name),
      text('Alternative text', 'alt', alt),
      text('Caption', 'caption', caption),
    ];
    const help = service ? problem : 'Set the address of the service under Settings > Media.';
    return h('div', blockEditor.useBlockProps(), content, service && button, help && h('p', { role: 'alert' }, help));
  }

  /** The attributes of a picture under the names that React has for them. */
  function properties({ src, srcset: srcSet, sizes, width, height }) {
    return { src, srcSet, sizes, width, height, style: { maxWidth: '100%', height: 'auto' } };
  }

  blocks.registerBlockType('abs/media', { edit: Edit, save: () => null });
})(window.wp);
