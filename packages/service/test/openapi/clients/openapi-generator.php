<?php
require 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/made/lib/' . strtr(substr($class, strlen('OpenAPI\\Client\\')), '\\', '/') . '.php';
    if (is_file($file)) require $file;
});

$configuration = (new OpenAPI\Client\Configuration())->setHost($argv[1]);
$nodes = new OpenAPI\Client\Api\NodeDoApi(new GuzzleHttp\Client(), $configuration);
$assets = new OpenAPI\Client\Api\AssetDoApi(new GuzzleHttp\Client(), $configuration);
$tree = $nodes->nodeTree(tree: [-1], kind: 101, depth: 1);
$search = $nodes->nodeSearch(search: '', search_file_category: [1, 2], paginate: 2);
$about = $nodes->nodeAbout();
$thumb = $assets->assetThumb(thumb: 1000);
try {
    $assets->assetDetails(details: 424242);
} catch (OpenAPI\Client\ApiException $failure) {
    $code = json_decode($failure->getResponseBody())->code;
}
$language = $about->getData()->getDefaultLanguage();
echo $tree->getData()[0]->getName(), " {$search->getTotal()} $language ", json_encode($thumb->getSize() > 100), " $code\n";
