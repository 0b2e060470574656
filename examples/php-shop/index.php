<?php
declare(strict_types=1);
require __DIR__ . '/shop.php';

$products = json_decode((string) file_get_contents(__DIR__ . '/products.json'), true);
$folder = getenv('CACHE') ?: sys_get_temp_dir() . '/abs-shop';
if (!is_dir($folder)) mkdir($folder, 0700, true);
$abs = new Abs(getenv('SERVICE') ?: 'http://localhost:8080/', getenv('TOKEN') ?: null, 3);
$pictures = new ProductPictures($abs, (int) (getenv('FIELD') ?: 100), $folder);
$h = fn ($text) => htmlspecialchars((string) $text, ENT_QUOTES);
$wanted = is_string($_GET['article'] ?? null) ? $_GET['article'] : null;
$shown = $wanted === null ? $products : array_filter($products, fn ($product) => $product['article'] === $wanted);
if ($shown === []) http_response_code(404);
?>
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Shop</title>
<link rel="icon" href="data:,">
<style>
  :root { color-scheme: light dark; }
  body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
  img { max-width: 100%; height: auto; border-radius: .4rem; }
</style>
<h1><a href="?">Shop</a></h1>
<?php foreach ($shown as ['article' => $article, 'name' => $name, 'price' => $price]): ?>
<article>
  <h2><a href="?<?= $h(http_build_query(['article' => $article])) ?>"><?= $h($name) ?></a></h2>
  <p><?= $h($article) ?> · <?= $h($price) ?></p>
  <?= gallery($pictures->of($article), $name) ?>
</article>
<?php endforeach ?>
<?php if ($shown === []): ?><p>There is no such product.</p><?php endif ?>
