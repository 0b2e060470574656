vcl 4.1;

# Varnish (6.0 or newer) in front of the service, as a cache. Complete; docs/operations.md explains the choices.
#
#   varnishd -a :80 -f /etc/varnish/abs.vcl -s malloc,2g -p http_req_hdr_len=144k -p http_req_size=160k -p workspace_client=512k \
#     -p workspace_backend=512k
#
# The parameters let long queries through, which the service answers in its own words. The service is told of Varnish with
# `"purge": {"proxies": ["http://127.0.0.1/"]}` and `"trustProxy": ["127.0.0.1"]`.

backend abs {
  .host = "127.0.0.1";
  .port = "8080";
  .connect_timeout = 5s;
  # Longer than the service lets anybody wait (playback.waitSeconds, render.seconds, index.waitSeconds).
  .first_byte_timeout = 90s;
  .between_bytes_timeout = 60s;
  .max_connections = 1000;
}

# Who may announce changes: the machine that the service runs on.
acl announcers {
  "127.0.0.1";
  "::1";
}

# What ends TLS in front of Varnish and says so in X-Forwarded-Proto, such as hitch, nginx or a load balancer.
acl in_front {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  # A change of the catalogue: everything that came from the service goes. What is asked for next is made of the new state.
  if (req.method == "BAN" || req.method == "PURGE") {
    if (client.ip !~ announcers) {
      return (synth(403, "Forbidden"));
    }
    ban("obj.http.X-Abs-Kept == yes");
    return (synth(200, "Dropped"));
  }

  # Varnish has added the caller's address to X-Forwarded-For. What callers wrote there themselves is thrown away.
  if (client.ip !~ in_front) {
    set req.http.X-Forwarded-For = client.ip;
    set req.http.X-Forwarded-Proto = "http";
    set req.http.X-Forwarded-Host = req.http.Host;
  }
  if (!req.http.X-Forwarded-Host) {
    set req.http.X-Forwarded-Host = req.http.Host;
  }
  unset req.http.Forwarded;
  # The service knows no cookies; with one, nothing would be taken from the cache.
  unset req.http.Cookie;

  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }

  # For this machine alone; `metrics.enabled` switches it off.
  if (req.url ~ "^/metrics" && client.ip !~ announcers) {
    return (synth(403, "Forbidden"));
  }

  # `_` is what pages add so that browsers ask again; the service does not heed it.
  set req.url = regsuball(req.url, "([?&])_=[^&]*", "\1");
  set req.url = regsub(regsuball(regsub(req.url, "\?&+", "?"), "&&+", "&"), "[?&]$", "");

  # flush=true goes to the service. What is kept of the same address without it is asked for anew, see vcl_hash.
  if (req.url ~ "(?i)[?&]flush=(true|1)(&|$)") {
    set req.hash_always_miss = true;
  } else if (req.url ~ "(?i)[?&]cache=(false|0)(&|$)") {
    return (pass);
  }

  # Tokens: neither answered from the cache nor kept.
  # Variant, token ignored: where every base address has `token.verifier` none, but pages send tokens all the same, these
  # lines take the place of the next three. Right there alone: a token that decides what may be seen must always reach the
  # service.
  # unset req.http.Authorization;
  # set req.url = regsub(regsub(req.url, "([?&])token=[^&]*&?", "\1"), "[?&]$", "");
  if (req.http.Authorization || req.url ~ "[?&]token=") {
    return (pass);
  }

  # `callback` is a part of the address, and so of the key, because it stands in the answer. Names that change with each page
  # view fill the cache with answers that nobody asks for again. Variant, callback ignored: where all pages use one name,
  # here `showAssets`, answers of any other name are not kept.
  # if (req.url ~ "[?&]callback=" && req.url !~ "[?&]callback=showAssets(&|$)") {
  #   return (pass);
  # }

  # Whole files and films: sent through, in whatever ranges are asked. The service counts downloads, so it has to see them.
  if (req.url ~ "/asset\.do\?(.*&)?(download|stream|relations)=" || req.url ~ "[?&]type=(3D|pdf|video|audio)(&|$)"
      // Nobody has to write these with escapes, but anybody can.
      || req.url ~ "/asset\.do\?(.*&)?([^&=%]*%[^&=]*=|type=[^&]*%)"
      || req.url ~ "^/([A-Za-z0-9_-]+/)?pin/[^/]+/download/?(\?|$)") {
    # Byte by byte, and no faster than the caller takes them: passed, Varnish would hold in memory what it has and the caller
    # has not.
    return (pipe);
  }

  return (hash);
}

sub vcl_hash {
  # A refreshed answer takes the place of the one without `flush`.
  hash_data(regsub(regsub(req.url, "(?i)([?&])flush=[^&]*&?", "\1"), "[?&]$", ""));
  hash_data(req.http.Host);
  return (lookup);
}

sub vcl_pipe {
  # One request a connection: a second one would go past all of the above.
  set bereq.http.Connection = "close";
}

sub vcl_backend_response {
  # Nothing is given that is older than its time. What went out of date unchanged is asked for with its ETag for one more day.
  # Where an old answer is better than none while the service is away: `set beresp.grace = 1h;`. No announced change is
  # undone by that; what a change has dropped is gone.
  set beresp.grace = 0s;
  set beresp.keep = 1d;

  # The service says what may be kept: what is `public` for the time of `s-maxage`, pictures of a version for that of `max-age`,
  # and no whole files, which it says as nginx would.
  if (beresp.http.Cache-Control !~ "^public, max-age=[0-9]+, (s-maxage=[1-9]|immutable$)" || beresp.http.X-Accel-Buffering == "no") {
    set beresp.ttl = 120s;
    set beresp.uncacheable = true;
    return (deliver);
  }
  set beresp.http.X-Abs-Kept = "yes";
  return (deliver);
}

sub vcl_backend_error {
  set beresp.http.Content-Type = "application/javascript; charset=UTF-8";
  set beresp.http.Cache-Control = "no-store";
  set beresp.http.Retry-After = "5";
  set beresp.http.X-Content-Type-Options = "nosniff";
  set beresp.body = {"{"version":2,"status":503,"data":null,"message":"the service can not be reached; try again" }"};
  return (deliver);
}

sub vcl_deliver {
  unset resp.http.X-Abs-Kept;
  unset resp.http.X-Accel-Buffering;
  # What is kept here is as good as new until a change drops it. Browsers count the time they have (`cache.browserSeconds`) from now.
  unset resp.http.Age;
  if (obj.hits > 0) {
    set resp.http.X-Cache = "HIT";
  } else {
    set resp.http.X-Cache = "MISS";
  }
}
