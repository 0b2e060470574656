<?php
declare(strict_types=1);
require_once is_file(__DIR__ . '/client.php') ? __DIR__ . '/client.php' : __DIR__ . '/../php/client.php';

/**
 * The pictures of products, by the article number that assets have in an information field. They are kept for some minutes, and
 * shown for as long as the service does not answer: a shop sells without it, too.
 */
final class ProductPictures
{
    /** Oldest pictures in seconds that are shown without asking. */
    private const FRESH = 300;
    /** For so many seconds after a failure nobody waits for the service. */
    private const REST = 30;

    public function __construct(private Abs $abs, private int $field, private string $folder) {}

    /** @return list<array{id: int, name: string, alt: string, src: string, srcset: string, width: int, height: int}> */
    public function of(string $article): array
    {
        $file = "$this->folder/" . hash('sha256', $article) . '.json';
        $kept = is_file($file) ? json_decode((string) file_get_contents($file), true) : null;
        if (is_array($kept) && time() - filemtime($file) < self::FRESH) return $kept;
        $resting = "$this->folder/resting";
        if (is_file($resting) && time() - filemtime($resting) < self::REST) return $kept ?? [];
        try {
            $found = $this->find($article);
        } catch (AbsException $error) {
            error_log("pictures of $article: {$error->getMessage()}");
            touch($resting);
            return $kept ?? [];
        }
        // Beside the file first, so that no other request reads half of it.
        file_put_contents("$file." . getmypid(), json_encode($found));
        rename("$file." . getmypid(), $file);
        return $found;
    }

    private function find(string $article): array
    {
        // A comma begins a further value, and quotes make a phrase: neither is in a number.
        if (!preg_match('/^[\w.-]{1,40}$/', $article)) return [];
        $query = ['search' => '', 'search_infofield' => "$this->field,\"$article\"", 'search_file_category' => 1, 'search_validity' => 'valid'];
        $query += ['pictures' => [320, 640, 1280], 'infofields' => $this->field, 'sort_order' => 'name', 'paginate' => 20];
        $shown = array_filter($this->abs->call('node', $query)['data'], fn ($asset) => isset($asset['picture']['srcset'])
            // A text field is searched by words: AB-1 finds AB-1-X as well.
            && in_array($article, preg_split('/[\s,;]+/', $asset['infofields'][$this->field] ?? ''), true));
        return array_map(fn ($asset) => ['id' => $asset['id'], 'name' => $asset['name'], 'alt' => $asset['alt_name'] ?? ''] + $asset['picture'], array_values($shown));
    }
}

/** The pictures as HTML: the first one is loaded at once. */
function gallery(array $pictures, string $product): string
{
    $h = fn ($text) => htmlspecialchars((string) $text, ENT_QUOTES);
    $html = '';
    foreach ($pictures as $at => $picture) {
        $loading = $at === 0 ? 'fetchpriority="high"' : 'loading="lazy"';
        $html .= "<img src=\"{$h($picture['src'])}\" srcset=\"{$h($picture['srcset'])}\" sizes=\"(max-width: 40rem) 100vw, 40rem\""
            . " width=\"{$h($picture['width'])}\" height=\"{$h($picture['height'])}\" alt=\"{$h($picture['alt'] ?: $product)}\" $loading>\n";
    }
    return $html === '' ? '<p>No picture yet.</p>' : $html;
}
