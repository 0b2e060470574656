<?php
/**
 * Plugin Name: Asset Browsing Service
 * Description: A block with a picture or file that editors choose in the picker of the service.
 * Requires at least: 6.1
 * Requires PHP: 8.0
 */
declare(strict_types=1);

defined('ABSPATH') || exit;

/** The address of the service with a slash at its end; '' as long as nobody has set it under Settings > Media. */
function abs_media_service(): string
{
    $address = esc_url_raw((string) get_option('abs_media_service', ''), ['http', 'https']);
    return $address === '' ? '' : rtrim($address, '/') . '/';
}

/**
 * The HTML of a block. Posts hold what the picker gave, which their authors could have changed: only addresses of the service are
 * written, and everything is escaped.
 */
function abs_media_render(array $attributes): string
{
    $asset = $attributes['asset'] ?? [];
    $service = abs_media_service();
    if ($service === '' || !is_int($asset['id'] ?? null)) return '';
    $picture = is_array($asset['picture'] ?? null) ? $asset['picture'] : [];
    $isOwn = fn (string $address) => str_starts_with($address, $service);
    $candidates = array_filter(array_map('trim', explode(', ', (string) ($picture['srcset'] ?? ''))), $isOwn);
    $wrapper = get_block_wrapper_attributes();
    $name = (string) ($asset['name'] ?? '');
    if (!$isOwn((string) ($picture['src'] ?? ''))) {
        $address = $service . 'asset.do?download=' . $asset['id'];
        return sprintf('<p %s><a href="%s">%s</a></p>', $wrapper, esc_url($address), esc_html($name === '' ? $address : $name));
    }
    $image = sprintf(
        '<img src="%s" srcset="%s" sizes="%s" width="%d" height="%d" alt="%s" loading="lazy" decoding="async">',
        esc_url($picture['src']),
        esc_attr(implode(', ', $candidates)),
        esc_attr((string) ($picture['sizes'] ?? '100vw')),
        (int) ($picture['width'] ?? 0),
        (int) ($picture['height'] ?? 0),
        esc_attr((string) ($attributes['alt'] ?? '')),
    );
    $caption = wp_kses_post((string) ($attributes['caption'] ?? ''));
    return sprintf('<figure %s>%s%s</figure>', $wrapper, $image, $caption === '' ? '' : "<figcaption>$caption</figcaption>");
}

add_action('init', function (): void {
    $needs = ['wp-blocks', 'wp-element', 'wp-block-editor', 'wp-components'];
    wp_register_script('abs-media-editor', plugins_url('editor.js', __FILE__), $needs, '1', true);
    wp_add_inline_script('abs-media-editor', 'window.absMedia = ' . wp_json_encode(['service' => abs_media_service()]), 'before');
    register_block_type(__DIR__, ['render_callback' => 'abs_media_render']);
});

add_action('admin_init', function (): void {
    register_setting('media', 'abs_media_service', ['type' => 'string', 'sanitize_callback' => 'esc_url_raw']);
    $input = function (): void {
        printf('<input type="url" class="regular-text" name="abs_media_service" value="%s">', esc_attr(abs_media_service()));
    };
    add_settings_field('abs_media_service', 'Asset Browsing Service', $input, 'media', 'default');
});
