<?php
// An object cache in Redis for WordPress, for benches alone: what a page reads is kept in memory, and between pages in Redis.
// Own code over Debian's php-redis, one site, no fallback where Redis is away. Copied to wp-content/object-cache.php it does nothing,
// and WordPress keeps its own cache, unless BENCH_REDIS (host:port) stands in the environment.
// WordPress's wp-includes/cache-compat.php adds the functions that are not here, made of these.

if ((string) getenv('BENCH_REDIS') !== '') {
    final class BenchObjectCache
    {
        public Redis $redis;
        /** @var array<string, array<string|int, mixed>> values by group and key */
        public array $memory = [];
        /** @var array<string, true> groups that never leave this process */
        public array $unshared = [];

        public function __construct()
        {
            [$host, $port] = explode(':', (string) getenv('BENCH_REDIS'));
            $this->redis = new Redis();
            $this->redis->pconnect($host, (int) $port);
            $this->redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_IGBINARY);
        }

        /** Values in the order of their keys; those that are nowhere are not there. */
        public function read(array $keys, string $group, bool $force): array
        {
            $isShared = !isset($this->unshared[$group]);
            if ($force && $isShared) $this->memory[$group] = array_diff_key($this->memory[$group] ?? [], array_flip($keys));
            $known = $this->memory[$group] ?? [];
            $missing = array_values(array_filter($keys, fn($key) => !array_key_exists($key, $known)));
            if ($missing !== [] && $isShared) {
                $stored = $this->redis->mGet(array_map(fn($key) => "$group:$key", $missing));
                foreach ($missing as $at => $key)
                    if (is_array($stored[$at])) $this->memory[$group][$key] = $stored[$at][0];
            }
            $found = [];
            foreach (array_intersect_key($this->memory[$group] ?? [], array_flip($keys)) as $key => $value) $found[$key] = copied($value);
            return $found;
        }

        public function write(string|int $key, mixed $value, string $group, int $seconds): bool
        {
            $this->memory[$group][$key] = copied($value);
            if (isset($this->unshared[$group])) return true;
            // In an array, so that false is told from what is not there
            return $this->redis->set("$group:$key", [$value], $seconds > 0 ? ['ex' => $seconds] : []);
        }

        public function drop(string|int $key, string $group): bool
        {
            $wasKnown = array_key_exists($key, $this->memory[$group] ?? []);
            unset($this->memory[$group][$key]);
            return isset($this->unshared[$group]) ? $wasKnown : $this->redis->unlink("$group:$key") > 0;
        }
    }

    function copied(mixed $value): mixed
    {
        return is_object($value) ? clone $value : $value;
    }

    function group_of(string $group): string
    {
        return $group === '' ? 'default' : $group;
    }

    function wp_cache_init()
    {
        $GLOBALS['wp_object_cache'] = new BenchObjectCache();
        header('X-Object-Cache: redis');
    }

    function wp_cache_get($key, $group = '', $force = false, &$found = null)
    {
        $values = $GLOBALS['wp_object_cache']->read([$key], group_of($group), (bool) $force);
        $found = $values !== [];
        return $found ? $values[$key] : false;
    }

    function wp_cache_get_multiple($keys, $group = '', $force = false)
    {
        $values = $GLOBALS['wp_object_cache']->read($keys, group_of($group), (bool) $force);
        $all = [];
        foreach ($keys as $key) $all[$key] = $values[$key] ?? false;
        return $all;
    }

    function wp_cache_set($key, $data, $group = '', $expire = 0)
    {
        return $GLOBALS['wp_object_cache']->write($key, $data, group_of($group), (int) $expire);
    }

    function wp_cache_add($key, $data, $group = '', $expire = 0)
    {
        if (wp_suspend_cache_addition()) return false;
        wp_cache_get($key, $group, false, $found);
        return !$found && wp_cache_set($key, $data, $group, $expire);
    }

    function wp_cache_replace($key, $data, $group = '', $expire = 0)
    {
        wp_cache_get($key, $group, false, $found);
        return $found && wp_cache_set($key, $data, $group, $expire);
    }

    function wp_cache_delete($key, $group = '')
    {
        return $GLOBALS['wp_object_cache']->drop($key, group_of($group));
    }

    function wp_cache_incr($key, $offset = 1, $group = '')
    {
        $value = wp_cache_get($key, $group, true, $found);
        if (!$found) return false;
        $changed = max(0, (is_numeric($value) ? $value : 0) + $offset);
        wp_cache_set($key, $changed, $group);
        return $changed;
    }

    function wp_cache_decr($key, $offset = 1, $group = '')
    {
        return wp_cache_incr($key, -$offset, $group);
    }

    function wp_cache_flush()
    {
        wp_cache_flush_runtime();
        return $GLOBALS['wp_object_cache']->redis->flushDB();
    }

    function wp_cache_flush_runtime()
    {
        $GLOBALS['wp_object_cache']->memory = [];
        return true;
    }

    function wp_cache_supports($feature)
    {
        return in_array($feature, ['get_multiple', 'flush_runtime'], true);
    }

    function wp_cache_add_non_persistent_groups($groups)
    {
        foreach ((array) $groups as $group) $GLOBALS['wp_object_cache']->unshared[$group] = true;
    }

    // There is one site, and connections outlive a request
    function wp_cache_add_global_groups($groups) {}
    function wp_cache_close() {}
}
