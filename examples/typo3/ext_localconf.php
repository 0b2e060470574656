<?php
use TYPO3\CMS\Core\Resource\Driver\DriverRegistry;
use TYPO3\CMS\Core\Utility\GeneralUtility;

defined('TYPO3') || die();
require_once __DIR__ . '/Classes/client.php';
GeneralUtility::makeInstance(DriverRegistry::class)->registerDriverClass(
    \Example\AbsFal\AbsDriver::class,
    'abs',
    'Asset Browsing Service (read only)',
    'FILE:EXT:abs_fal/Configuration/FlexForms/Storage.xml',
);
