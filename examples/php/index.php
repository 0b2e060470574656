<?php
declare(strict_types=1);
require __DIR__ . '/client.php';

$abs = new Abs(getenv('SERVICE') ?: 'http://localhost:8080/', getenv('TOKEN') ?: null);
$search = is_string($_GET['q'] ?? null) ? $_GET['q'] : '';
$page = max(1, (int) ($_GET['page'] ?? 1));
$h = fn ($text) => htmlspecialchars((string) $text, ENT_QUOTES);
try {
    $found = $abs->call('node', ['search' => $search, 'paginate' => 12, 'page' => $page, 'extended' => true, 'search_file_category' => 1]);
    $problem = null;
} catch (AbsException $error) {
    http_response_code(502);
    [$found, $problem] = [['data' => [], 'total' => 0], $error->getMessage()];
}
$pages = (int) ceil($found['total'] / 12);
?>
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pictures</title>
<link rel="icon" href="data:,">
<style>
  :root { color-scheme: light dark; }
  body { max-width: 64rem; margin: 2rem auto; padding: 0 1.5rem; font: 1rem/1.5 system-ui, sans-serif; }
  form { display: flex; gap: .5rem; margin-bottom: 1.5rem; }
  input { flex: 1; } input, button { padding: .5rem .75rem; font: inherit; }
  ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 1.25rem; padding: 0; list-style: none; }
  img { width: 100%; height: 10rem; object-fit: cover; border-radius: .4rem; background: #8882; }
  li { overflow: hidden; font-size: .875rem; text-overflow: ellipsis; white-space: nowrap; }
  nav { display: flex; justify-content: space-between; }
</style>
<h1>Pictures</h1>
<form><input type="search" name="q" value="<?= $h($search) ?>" aria-label="Search"><button>Search</button></form>
<?php if ($problem !== null): ?><p role="alert"><?= $h($problem) ?></p><?php endif ?>
<p><?= $h($found['total']) ?> pictures</p>
<ul>
<?php foreach ($found['data'] as $asset): ?>
  <li><a href="<?= $h($abs->url('asset', ['preview' => $asset['id'], 'big' => true])) ?>"><img loading="lazy" alt=""
    src="<?= $h($abs->url('asset', ['thumb' => $asset['id'], 'big' => true, 'version' => $asset['version']])) ?>"></a><br><?= $h($asset['name']) ?></li>
<?php endforeach ?>
</ul>
<nav>
  <span><?php if ($page > 1): ?><a href="?<?= $h(http_build_query(['q' => $search, 'page' => $page - 1])) ?>">Previous</a><?php endif ?></span>
  <span><?php if ($page < $pages): ?><a href="?<?= $h(http_build_query(['q' => $search, 'page' => $page + 1])) ?>">Next</a><?php endif ?></span>
</nav>
