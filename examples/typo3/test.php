<?php
// Runs the driver on a service with some assets, and stops at the first surprise: php test.php http://localhost:8080/
declare(strict_types=1);

// What TYPO3 has. The methods of its interface are those of the driver, which PHP would compare.
eval('namespace TYPO3\CMS\Core\Resource\Driver; interface DriverInterface {}');
eval('namespace TYPO3\CMS\Core\Resource; final class Capabilities {
    const CAPABILITY_BROWSABLE = 1; const CAPABILITY_PUBLIC = 2; const CAPABILITY_WRITABLE = 4; const CAPABILITY_HIERARCHICAL_IDENTIFIERS = 8;
    public function __construct(private int $bits = 0) {}
    public function and(self $other): void { $this->bits &= $other->bits; }
    public function hasCapability(int $bit): bool { return ($this->bits & $bit) === $bit; }
}');
require is_file(__DIR__ . '/Classes/client.php') ? __DIR__ . '/Classes/client.php' : __DIR__ . '/../php/client.php';
require __DIR__ . '/Classes/AbsDriver.php';
[, $service, $token] = $argv + [1 => 'http://localhost:8080/', 2 => ''];

function same(mixed $found, mixed $expected, string $what): void
{
    if ($found !== $expected) exit("$what: " . json_encode($found) . ' instead of ' . json_encode($expected) . "\n");
}

$driver = new Example\AbsFal\AbsDriver(['service' => $service, 'token' => $token]);
$driver->setStorageUid(7);
$driver->initialize();
same($driver->hasCapability(4), false, 'the storage is writable');
$top = array_key_first($driver->getFoldersInFolder('/'));
same($driver->getParentFolderIdentifierOfIdentifier($top), '/', "parent of $top");
$all = $driver->getFoldersInFolder('/', 0, 0, true);
foreach ($all as $folder) same($driver->folderExists($folder) && $driver->isWithin('/', $folder), true, "$folder is there");
same($driver->folderExists('/999999/'), false, 'a folder that nobody has');
$files = $driver->getFilesInFolder($top, 0, 0, true);
same($driver->countFilesInFolder($top, true), count($files), 'number of files');
same($driver->getFilesInFolder($top, 1, 2, true), array_slice($files, 1, 2), 'two files from the second on');
same($driver->getFilesInFolder($top, 0, 0, true, [fn () => -1]), [], 'files that a filter leaves out');
foreach ($files as $file) {
    $info = $driver->getFileInfoByIdentifier($file);
    same([$info['storage'], $info['identifier'], $driver->isWithin($top, $file)], [7, $file, true], "the file $file");
    if ($info['size'] === 0) continue;
    same(strlen($driver->getFileContents($file)), $info['size'], "size of $file");
    same(@file_get_contents($driver->getPublicUrl($file)) !== false, true, "public address of $file");
}
same([$driver->fileExists("{$top}999999.jpg"), $driver->fileExists('/../x')], [false, false], 'files that nobody has');
try {
    $driver->deleteFile($files[0]);
    exit("a file was deleted\n");
} catch (BadMethodCallException) {
}
$away = new Example\AbsFal\AbsDriver(['service' => 'http://127.0.0.1:9/']);
$away->initialize();
try {
    exit('a service that is away has folders: ' . json_encode($away->getFoldersInFolder('/')));
} catch (RuntimeException) {
}
echo count($all), ' folders, ', count($files), " files: all as expected\n";
