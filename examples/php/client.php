<?php
declare(strict_types=1);

/** A failure: what the service said, or that it said nothing. `errorCode` is '' without an answer. */
final class AbsException extends RuntimeException
{
    public function __construct(string $message, public readonly string $errorCode = '', int $status = 0)
    {
        parent::__construct($message, $status);
    }
}

/** Calls an Asset Browsing Service: $abs->call('node', ['search' => 'lake', 'paginate' => 20]). */
final class Abs
{
    /** Other failures may come after a review or a PIN has been written, which would then be there twice. */
    private const REFUSALS = ['limited', 'overloaded', 'not_ready', 'stopping'];

    public function __construct(private string $base, private ?string $token = null, private int $seconds = 20)
    {
        $this->base = rtrim($base, '/') . '/';
    }

    /** The address of an operation, for pictures in pages. It has no token. */
    public function url(string $endpoint, array $query): string
    {
        // PHP would write true as 1. Several values are written with commas.
        $text = fn ($value) => is_bool($value) ? ($value ? 'true' : 'false') : $value;
        $query = array_map(fn ($value) => is_array($value) ? implode(',', $value) : $text($value), $query);
        return "$this->base$endpoint.do?" . http_build_query($query);
    }

    /** The envelope of a success: 'data', for lists 'total'. Asks once more if the service only refused. */
    public function call(string $endpoint, array $query, bool $again = true): array
    {
        $header = $this->token === null ? '' : "Authorization: Bearer $this->token";
        $options = ['ignore_errors' => true, 'timeout' => $this->seconds, 'header' => $header, 'follow_location' => 0];
        $text = @file_get_contents($this->url($endpoint, $query), false, stream_context_create(['http' => $options]));
        if ($text === false) throw new AbsException("$this->base does not answer");
        $envelope = json_decode($text, true);
        if (($envelope['version'] ?? null) !== 2) throw new AbsException("$this->base is no Asset Browsing Service");
        ['status' => $status, 'message' => $message, 'code' => $code] = $envelope + ['message' => '', 'code' => ''];
        if ($status === 200) return $envelope;
        $wait = preg_match('/^retry-after: *(\d+)$/mi', implode("\n", $http_response_header), $found) ? (int) $found[1] : 99;
        if (!$again || $wait > 5 || !in_array($code, self::REFUSALS)) throw new AbsException($message, $code, $status);
        sleep($wait);
        return $this->call($endpoint, $query, false);
    }
}
