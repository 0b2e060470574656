<?php
declare(strict_types=1);

namespace Example\AbsFal;

use TYPO3\CMS\Core\Resource\Capabilities;
use TYPO3\CMS\Core\Resource\Driver\DriverInterface;

/**
 * A storage of files that shows an Asset Browsing Service: nodes are folders, `/20/`, and assets are files, `/20/1000.jpg`. An asset
 * in several nodes is a file in each. Nothing can be changed.
 */
final class AbsDriver implements DriverInterface
{
    private const TYPES = ['jpg' => 'image/jpeg', 'svg' => 'image/svg+xml', 'tif' => 'image/tiff', 'pdf' => 'application/pdf', 'txt' => 'text/plain', 'mp3' => 'audio/mpeg'];
    private Capabilities $capabilities;
    private int $storage = 0;
    private \Abs $abs;
    /** What the service said in this request of TYPO3, by query. */
    private array $answers = [];
    /** Local copies by identifier, which go with this object. */
    private array $copies = [];

    public function __construct(private array $configuration = [])
    {
        $this->capabilities = new Capabilities(Capabilities::CAPABILITY_BROWSABLE | Capabilities::CAPABILITY_PUBLIC | Capabilities::CAPABILITY_HIERARCHICAL_IDENTIFIERS);
        $this->configuration += ['service' => '', 'token' => ''];
    }
    public function __destruct() { array_map(fn ($path) => @unlink($path), $this->copies); }
    public function processConfiguration(): void {}
    public function setStorageUid(int $storageUid): void { $this->storage = $storageUid; }
    public function initialize(): void { $this->abs = new \Abs($this->configuration['service'], $this->configuration['token'] ?: null); }
    public function getCapabilities(): Capabilities { return $this->capabilities; }
    public function mergeConfigurationCapabilities(Capabilities $capabilities): Capabilities { $this->capabilities->and($capabilities); return $this->capabilities; }
    public function hasCapability(int $capability): bool { return $this->capabilities->hasCapability($capability); }
    public function isCaseSensitiveFileSystem(): bool { return true; }
    public function sanitizeFileName(string $fileName): string { return $fileName; }
    public function hashIdentifier(string $identifier): string { return sha1($identifier); }
    public function getRootLevelFolder(): string { return '/'; }
    public function getDefaultFolder(): string { return '/'; }
    public function getPermissions(string $identifier): array { return ['r' => true, 'w' => false]; }
    public function fileExists(string $fileIdentifier): bool { return $this->asset($fileIdentifier) !== null; }
    public function folderExists(string $folderIdentifier): bool { return $folderIdentifier === '/' || $this->node($folderIdentifier) !== null; }
    public function fileExistsInFolder(string $fileName, string $folderIdentifier): bool { return $this->fileExists($folderIdentifier . $fileName); }
    public function folderExistsInFolder(string $folderName, string $folderIdentifier): bool { return isset($this->getFoldersInFolder($folderIdentifier)["/$folderName/"]); }
    public function getFileInFolder(string $fileName, string $folderIdentifier): string { return $folderIdentifier . $fileName; }
    public function getFolderInFolder(string $folderName, string $folderIdentifier): string { return "/$folderName/"; }
    public function isFolderEmpty(string $folderIdentifier): bool { return $this->getFilesInFolder($folderIdentifier, 0, 1) === [] && $this->getFoldersInFolder($folderIdentifier) === []; }

    public function getParentFolderIdentifierOfIdentifier(string $fileIdentifier): string
    {
        if (!str_ends_with($fileIdentifier, '/')) return dirname($fileIdentifier) . '/';
        $parent = $this->node($fileIdentifier)['parent'] ?? null;
        return $parent === null ? '/' : "/$parent/";
    }

    /** Of a picture, one that browsers show; of other files, the file. The address has no token. */
    public function getPublicUrl(string $identifier): ?string
    {
        $asset = $this->asset($identifier);
        if ($asset === null) return null;
        return $this->abs->url('asset', $asset['type'] === 1 ? ['preview' => $asset['id'], 'big' => true, 'version' => $asset['version']] : ['download' => $asset['id']]);
    }

    public function isWithin(string $folderIdentifier, string $identifier): bool
    {
        for ($at = $identifier; $at !== '/'; $at = $this->getParentFolderIdentifierOfIdentifier($at)) if ($at === $folderIdentifier) return true;
        return $folderIdentifier === '/';
    }

    public function getFileInfoByIdentifier(string $fileIdentifier, array $propertiesToExtract = []): array
    {
        ['name' => $name, 'extension' => $extension, 'size' => $size, 'type' => $type, 'modified' => $modified, 'created' => $created] = $this->needed($fileIdentifier);
        $mimetype = self::TYPES[$extension] ?? ([1 => 'image', 3 => 'video', 4 => 'audio', 5 => 'text'][$type] ?? 'application') . "/$extension";
        $info = compact('name', 'extension', 'size', 'mimetype') + ['identifier' => $fileIdentifier, 'storage' => $this->storage];
        $info += ['atime' => intdiv($modified, 1000), 'mtime' => intdiv($modified, 1000), 'ctime' => intdiv($created, 1000)];
        $info += ['identifier_hash' => sha1($fileIdentifier), 'folder_hash' => sha1($this->getParentFolderIdentifierOfIdentifier($fileIdentifier))];
        return $propertiesToExtract === [] ? $info : array_intersect_key($info, array_flip($propertiesToExtract));
    }

    public function getFolderInfoByIdentifier(string $folderIdentifier): array
    {
        return ['identifier' => $folderIdentifier, 'name' => $this->node($folderIdentifier)['name'] ?? '', 'storage' => $this->storage, 'mtime' => 0, 'ctime' => 0];
    }

    public function getFilesInFolder(string $folderIdentifier, int $start = 0, int $numberOfItems = 0, bool $recursive = false, array $filenameFilterCallbacks = [], string $sort = '', bool $sortRev = false): array
    {
        if ($folderIdentifier === '/') return [];
        $order = ['size' => 'size', 'tstamp' => 'lastmodified', 'fileext' => 'extension'][$sort] ?? 'name';
        $query = ['id' => (int) trim($folderIdentifier, '/'), 'recursive' => $recursive, 'extended' => true, 'paginate' => 500, 'sort_order' => $order, 'sort_order_seq' => $sortRev ? 'desc' : 'asc'];
        $files = [];
        for ($page = 1; $page === 1 || count($assets) === 500; $page++) {
            $assets = $this->ask($query + ['page' => $page]);
            // A record without a file, and what may not be downloaded, is no file.
            foreach ($assets as $asset) if ($asset['downloadable']) $files[] = "$folderIdentifier{$asset['id']}.{$asset['extension']}";
        }
        return array_slice($this->kept($files, $filenameFilterCallbacks), $start, $numberOfItems ?: null);
    }

    public function getFoldersInFolder(string $folderIdentifier, int $start = 0, int $numberOfItems = 0, bool $recursive = false, array $folderNameFilterCallbacks = [], string $sort = '', bool $sortRev = false): array
    {
        $folders = $this->kept(array_column($this->below($folderIdentifier, $recursive), 'folder'), $folderNameFilterCallbacks);
        $folders = array_slice($sortRev ? array_reverse($folders) : $folders, $start, $numberOfItems ?: null);
        return array_combine($folders, $folders);
    }
    public function countFilesInFolder(string $folderIdentifier, bool $recursive = false, array $filenameFilterCallbacks = []): int { return count($this->getFilesInFolder($folderIdentifier, 0, 0, $recursive, $filenameFilterCallbacks)); }
    public function countFoldersInFolder(string $folderIdentifier, bool $recursive = false, array $folderNameFilterCallbacks = []): int { return count($this->getFoldersInFolder($folderIdentifier, 0, 0, $recursive, $folderNameFilterCallbacks)); }
    public function hash(string $fileIdentifier, string $hashAlgorithm): string { return hash_file($hashAlgorithm, $this->getFileForLocalProcessing($fileIdentifier, false)); }
    public function getFileContents(string $fileIdentifier): string { return (string) file_get_contents($this->getFileForLocalProcessing($fileIdentifier, false)); }
    public function dumpFileContents(string $identifier): void { readfile($this->getFileForLocalProcessing($identifier, false)); }

    public function getFileForLocalProcessing(string $fileIdentifier, bool $writable = true): string
    {
        if (!$writable && isset($this->copies[$fileIdentifier])) return $this->copies[$fileIdentifier];
        ['id' => $id, 'name' => $name, 'extension' => $extension] = $this->needed($fileIdentifier);
        $path = sys_get_temp_dir() . '/' . uniqid('abs', true) . ".$extension";
        ['token' => $token] = $this->configuration;
        $options = ['header' => $token === '' ? '' : "Authorization: Bearer $token", 'timeout' => 60];
        $from = @fopen($this->abs->url('asset', ['download' => $id]), 'r', false, stream_context_create(['http' => $options]));
        $size = $from === false ? 0 : (int) preg_replace('~^.*\ncontent-length: *(\d+).*$~is', '$1', "\n" . implode("\n", stream_get_meta_data($from)['wrapper_data']) . "\n");
        if ($from === false || file_put_contents($path, $from) !== $size) throw new \RuntimeException("$name can not be downloaded whole", 1);
        if (!$writable) $this->copies[$fileIdentifier] = $path;
        return $path;
    }

    public function createFolder(string $newFolderName, string $parentFolderIdentifier = '', bool $recursive = false): string { $this->refuse(); }
    public function renameFolder(string $folderIdentifier, string $newName): array { $this->refuse(); }
    public function deleteFolder(string $folderIdentifier, bool $deleteRecursively = false): bool { $this->refuse(); }
    public function addFile(string $localFilePath, string $targetFolderIdentifier, string $newFileName = '', bool $removeOriginal = true): string { $this->refuse(); }
    public function createFile(string $fileName, string $parentFolderIdentifier): string { $this->refuse(); }
    public function copyFileWithinStorage(string $fileIdentifier, string $targetFolderIdentifier, string $fileName): string { $this->refuse(); }
    public function renameFile(string $fileIdentifier, string $newName): string { $this->refuse(); }
    public function replaceFile(string $fileIdentifier, string $localFilePath): bool { $this->refuse(); }
    public function deleteFile(string $fileIdentifier): bool { $this->refuse(); }
    public function moveFileWithinStorage(string $fileIdentifier, string $targetFolderIdentifier, string $newFileName): string { $this->refuse(); }
    public function moveFolderWithinStorage(string $sourceFolderIdentifier, string $targetFolderIdentifier, string $newFolderName): array { $this->refuse(); }
    public function copyFolderWithinStorage(string $sourceFolderIdentifier, string $targetFolderIdentifier, string $newFolderName): bool { $this->refuse(); }
    public function setFileContents(string $fileIdentifier, string $contents): int { $this->refuse(); }
    private function refuse(): never { throw new \BadMethodCallException('Assets are changed in the catalogue, not here.', 1); }

    /** The asset of a file; null if the service does not show it. */
    private function asset(string $identifier): ?array
    {
        if (!preg_match('~^/\d+/(\d+)(?:\.\w*)?$~', $identifier, $found)) return null;
        return $this->ask(['search' => '', 'search_id' => (int) $found[1], 'extended' => true])[0] ?? null;
    }
    private function needed(string $identifier): array { return $this->asset($identifier) ?? throw new \InvalidArgumentException("$identifier does not exist", 1); }

    /** The node of a folder, with the ID of the node above it; null if the service does not show it. */
    private function node(string $folder): ?array { return array_column($this->below('/', true), null, 'folder')[$folder] ?? null; }

    /** The nodes in a folder, those of all levels if `$recursive`. */
    private function below(string $folder, bool $recursive): array
    {
        $found = [];
        $add = function (array $nodes, ?int $parent, bool $isInside) use (&$add, &$found, $folder, $recursive): void {
            foreach ($nodes as $node) {
                $own = "/{$node['id']}/";
                if ($isInside) $found[] = ['folder' => $own, 'parent' => $parent] + $node;
                $add($node['children'], $node['id'], $own === $folder || ($isInside && $recursive));
            }
        };
        $add($this->ask(['tree' => -1, 'kind' => 101]), null, $folder === '/');
        return $found;
    }

    private function ask(array $query): array
    {
        $key = json_encode($query);
        try {
            return $this->answers[$key] ??= $this->abs->call('node', $query)['data'];
        } catch (\AbsException $error) {
            // What is hidden does not exist. What can't be asked must not look as if it had been deleted.
            if ($error->getCode() === 404) return [];
            throw new \RuntimeException("The media service says: {$error->getMessage()}", 1, $error);
        }
    }

    /** What the filters of TYPO3 let through; -1 is their word for no. */
    private function kept(array $identifiers, array $filters): array
    {
        return array_values(array_filter($identifiers, fn ($each) => !in_array(-1, array_map(fn ($filter) => $filter(basename($each), $each, dirname($each), [], $this), $filters), true)));
    }
}
