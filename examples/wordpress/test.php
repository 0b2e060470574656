<?php
// Renders posts with the block: php test.php, on stand-ins of what WordPress has, or php test.php /usr/share/wordpress with its code.
declare(strict_types=1);

define('ABSPATH', rtrim($argv[1] ?? __DIR__, '/') . '/');
$options = ['abs_media_service' => 'https://media.example/dam'];

if (isset($argv[1])) {
    define('WPINC', 'wp-includes');
    define('WP_CONTENT_DIR', ABSPATH . 'wp-content');
    define('WP_PLUGIN_DIR', dirname(__DIR__));
    define('WP_PLUGIN_URL', 'https://www.example.org/wp-content/plugins');
    define('WPMU_PLUGIN_DIR', '/nowhere');
    foreach (['compat', 'load', 'class-wp-list-util', 'class-wp-error', 'plugin', 'formatting', 'functions', 'kses', 'class-wp-block-parser', 'class-wp-block-type',
        'class-wp-block-type-registry', 'class-wp-block-supports', 'class-wp-block-list', 'class-wp-block', 'blocks', 'l10n', 'link-template', 'rest-api', 'class-wp-object-cache', 'cache', 'block-supports/generated-classname'] as $file)
        require_once ABSPATH . "wp-includes/$file.php";
    [$wp_plugin_paths, $wp_object_cache] = [[], new WP_Object_Cache()];
    wp_cache_add('alloptions', ['blog_charset' => 'UTF-8'], 'options');
    // There is no database to ask.
    add_filter('pre_option', fn ($_, $name) => $GLOBALS['options'][$name] ?? ['blog_charset' => 'UTF-8'][$name] ?? '', 10, 2);
    add_action('init', fn () => WP_Block_Supports::init());
    $render = fn (array $attributes) => trim(do_blocks('<!-- wp:abs/media ' . wp_json_encode((object) $attributes) . ' /-->'));
} else {
    function get_option(string $name, mixed $other = false): mixed { return $GLOBALS['options'][$name] ?? $other; }
    function add_action(string $name, callable $do): void { $GLOBALS['actions'][$name] = $do; }
    function esc_attr(string $text): string { return htmlspecialchars($text, ENT_QUOTES, 'UTF-8', false); }
    function esc_html(string $text): string { return esc_attr($text); }
    function esc_url(string $address): string { return str_replace('&', '&#038;', $address); }
    function esc_url_raw(string $address, array $schemes = []): string { return preg_match('~^https?://~', $address) ? $address : ''; }
    function wp_kses_post(string $html): string { return strip_tags($html, '<em><a>'); }
    function wp_json_encode(mixed $value): string { return json_encode($value); }
    function plugins_url(string $name, string $file): string { return "https://www.example.org/wp-content/plugins/abs-media/$name"; }
    function get_block_wrapper_attributes(): string { return 'class="wp-block-abs-media"'; }
    function register_block_type(string $folder, array $options): void { $GLOBALS['type'] = json_decode(file_get_contents("$folder/block.json"), true) + $options; }
    $render = fn (array $attributes) => $GLOBALS['type']['render_callback']($attributes + ['alt' => '', 'caption' => '']);
}
function wp_register_script(mixed ...$given): bool { return true; }
function wp_add_inline_script(string $handle, string $data): bool { $GLOBALS['script'] = $data; return true; }
require __DIR__ . '/abs-media.php';
isset($argv[1]) ? do_action('init') : $actions['init']();

function same(mixed $found, mixed $expected, string $what): void
{
    if ($found !== $expected) exit("$what: " . json_encode($found, JSON_UNESCAPED_SLASHES) . ' instead of ' . json_encode($expected, JSON_UNESCAPED_SLASHES) . "\n");
}

$address = 'https://media.example/dam/asset.do?picture=1000&width=';
$picture = ['src' => "{$address}800", 'srcset' => "{$address}400 400w, {$address}800 800w, https://evil.example/x 900w", 'sizes' => '100vw', 'width' => 800, 'height' => 600];
$asset = ['id' => 1000, 'version' => 2, 'name' => 'lake.jpg', 'picture' => $picture];
$html = html_entity_decode($render(['asset' => $asset, 'alt' => 'A "lake" <b>', 'caption' => '<em>Ada</em><script>x</script>']));
same(preg_match('~^<figure class="wp-block-abs-media"><img ~', $html), 1, "beginning of $html");
same(str_contains($html, "srcset=\"{$address}400 400w, {$address}800 800w\""), true, "pictures of the service alone in $html");
same(str_contains($html, 'alt="A "lake" <b>"') && str_contains($html, '<em>Ada</em>'), true, "alternative text and caption in $html");
same(str_contains($html, '<script>'), false, 'a script in the caption');
same(str_contains($render(['asset' => $asset, 'alt' => '"><b>']), '"><b>'), false, 'alternative text that ends its attribute');
same(str_contains($render(['asset' => ['picture' => ['src' => 'javascript:x']] + $asset]), 'javascript'), false, 'an address of another kind');
$file = $render(['asset' => ['id' => 1003, 'name' => 'a&b.pdf']]);
same(html_entity_decode($file), '<p class="wp-block-abs-media"><a href="https://media.example/dam/asset.do?download=1003">a&b.pdf</a></p>', 'a file');
same([$render([]), $render(['asset' => ['id' => '1 or 2']])], ['', ''], 'a block in which nothing is chosen');
same($script, 'window.absMedia = {"service":"https:\/\/media.example\/dam\/"}', 'what the editor is told');
$options = [];
same($render(['asset' => $asset]), '', 'a site without an address of the service');
echo "posts with pictures, files and nothing: all as expected\n";
