vcl 4.1;

# Varnish (6.0 or newer) in front of the service, as a cache. Complete; docs/guides/caches-and-proxies.md explains the choices.
#
#   varnishd -a :80 -f /etc/varnish/abs.vcl -s malloc,2g -p http_req_hdr_len=144k -p http_req_size=160k -p workspace_client=1m \
#     -p workspace_backend=512k
#
# The parameters let long queries through, which the service answers in its own words; the rules below take copies of them. The
# service is told of Varnish with `"purge": {"proxies": ["http://127.0.0.1/"]}` and `"trustProxy": ["127.0.0.1"]`.
#
# A head that is not complete holds a thread until Varnish cuts it after `timeout_idle` (5 s), so that an address that sends
# thousands of them again and again locks all others out. It can also hold all connections to the service with slow downloads.
# Varnish has no limits by address; the firewall does:
#   iptables -A INPUT -p tcp --syn --dport 80 -m connlimit --connlimit-above 256 -j REJECT --reject-with tcp-reset
#   ip6tables -A INPUT -p tcp --syn --dport 80 -m connlimit --connlimit-above 256 --connlimit-mask 64 -j REJECT --reject-with tcp-reset

backend abs {
  .host = "127.0.0.1";
  .port = "8080";
  .connect_timeout = 5s;
  # Longer than the service lets anybody wait (overload.waitSeconds, render.seconds).
  .first_byte_timeout = 90s;
  .between_bytes_timeout = 60s;
  .max_connections = 1000;
}

# Who may announce changes: the machine that the service runs on.
acl announcers {
  "127.0.0.1";
  "::1";
}

# What ends TLS in front of Varnish and says so in X-Forwarded-Proto, such as HAProxy, nginx or a load balancer.
acl in_front {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  # A target in absolute form names the host as well, and that counts (RFC 9112, section 3.2.2). All rules below and the service
  # see one form.
  if (req.url ~ "(?i)^https?://") {
    set req.http.Host = regsub(req.url, "(?i)^https?://([^/?#]*).*$", "\1");
    set req.url = regsub(regsub(req.url, "(?i)^https?://[^/?#]*", ""), "^([^/]|$)", "/\1");
  }

  # What callers wrote there themselves is thrown away.
  if (client.ip !~ in_front && req.restarts == 0) {
    unset req.http.X-Forwarded-Prefix;
  }
  # Below a path of the site, such as https://www.example.org/dam/, the service is told of the path that is taken away. Without
  # these lines, what ends TLS may take it away, and say so in X-Forwarded-Prefix.
  # if (req.url ~ "^/dam/") {
  #   set req.http.X-Forwarded-Prefix = "/dam";
  #   set req.url = regsub(req.url, "^/dam/", "/");
  # }

  # A change of the catalogue. With `"purge": {"tags": "xkey"}` the service names what may be outdated, and only that goes: pictures
  # of other assets stay. Without, everything that came from the service goes. What is asked for next is made of the new state.
  if (req.method == "BAN" || req.method == "PURGE") {
    if (client.ip !~ announcers) {
      return (synth(403, "Forbidden"));
    }
    if (req.http.X-Abs-Tags ~ "^[a-z0-9-]+( [a-z0-9-]+)*$") {
      ban("obj.http.X-Abs-Kept ~ ,(" + regsuball(req.http.X-Abs-Tags, " ", "|") + "|untagged),");
    } else {
      ban("obj.http.X-Abs-Kept ~ ,");
    }
    return (synth(200, "Dropped"));
  }

  # For this machine alone; `metrics.enabled` switches it off.
  if (req.url ~ "^/metrics(\?|$)" && client.ip !~ announcers) {
    return (synth(403, "Forbidden"));
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
  # The service knows the cookies of people who sign in (`signIn`). Others go, because with a cookie nothing is taken from the cache.
  if (req.http.Cookie) {
    set req.http.Cookie = regsuball(";" + req.http.Cookie, ";[ \t]*", ";");
    set req.http.Cookie = regsuball(req.http.Cookie, ";((__Host-)?abs-(session|sign-in-[\w-]+)=)", "; \1");
    set req.http.Cookie = regsub(regsuball(req.http.Cookie, ";[^ ;][^;]*|;(?=;|$)", ""), "^; ", "");
    if (req.http.Cookie == "") {
      unset req.http.Cookie;
    }
  }

  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }

  # The query begins at the first `?`, parameters there and at each `&`; nothing else in an address is one. It is noted with a `&`
  # before each parameter. The service is asked for the very text that the answer is kept under, so that nobody gets what belongs
  # to another address. `_` is what pages add so that browsers ask again; the service does not heed it. What is signed stays as it is.
  set req.http.X-Abs-Query = regsub(req.url, "^[^?]*\??", "&");
  if (req.http.X-Abs-Query ~ "&(_=|&|$)" && req.http.X-Abs-Query !~ "&signature=") {
    set req.http.X-Abs-Query = regsub(regsuball(regsuball(req.http.X-Abs-Query, "&_=[^&]*", ""), "&&+", "&"), "&$", "");
    set req.url = regsub(req.url, "\?.*$", "") + regsub(req.http.X-Abs-Query, "^&", "?");
  }

  # Whole files and films: sent through, in whatever ranges are asked. The service counts downloads, so it has to see them.
  # Nobody has to write `type` or names with escapes, but anybody can.
  if (req.url ~ "^/([A-Za-z0-9_-]+/)?pin/[^/?]+/download/?(\?|$)" || (req.url ~ "^[^?]*/asset\.do(/[a-z_]+)?\?" && req.http.X-Abs-Query ~
      "&((download|stream|relations)=|type=(?i:3D|pdf|video|audio|animation)(&|$)|[^&=%]*%[^&=]*=|type=[^&]*%)")) {
    # Byte by byte, and no faster than the caller takes them: passed, Varnish would hold in memory what it has and the caller
    # has not.
    return (pipe);
  }

  # Of `Accept`, a picture depends on whether AVIF or WebP is named with a quality above 0, and on nothing else, so that there are
  # three of an address, not one for each browser.
  if (req.http.X-Abs-Query ~ "&picture=" || req.url ~ "/asset\.do/picture(\?|$)") {
    if (req.http.Accept ~ "(?i)(^|,)\s*image/avif\s*(;(?!\s*q\s*=\s*0*(\.0*)?\s*(,|;|$))[^,;]*)*(,|$)") {
      set req.http.Accept = "image/avif";
    } elsif (req.http.Accept ~ "(?i)(^|,)\s*image/webp\s*(;(?!\s*q\s*=\s*0*(\.0*)?\s*(,|;|$))[^,;]*)*(,|$)") {
      set req.http.Accept = "image/webp";
    } else {
      set req.http.Accept = "*/*";
    }
  }

  # What an answer is kept under, behind the path.
  set req.http.X-Abs-Key = regsuball(req.http.X-Abs-Query, "&flush=(?i:true|1)(?=&|$)", "");

  # Sessions: neither answered from the cache nor kept.
  if (req.http.Cookie) {
    return (pass);
  }

  # Tokens: neither answered from the cache nor kept.
  # Variant, token ignored: where every base address has `token.verifier` none, but pages send tokens all the same, or
  # `cache.shared` true, so that anyone may have what one token opens. Right there alone. This line takes the place of the next
  # three; the service is still sent the token.
  # set req.http.X-Abs-Key = regsuball(req.http.X-Abs-Key, "&token=[^&]*", "");
  if (req.http.Authorization || req.http.X-Abs-Query ~ "&token=") {
    return (pass);
  }

  # cache=false and flush=true go to the service. What is kept of the same address without `flush` is dropped first, so that it is
  # fetched anew for everybody.
  if (req.http.X-Abs-Query ~ "&cache=(?i:false|0)(&|$)") {
    return (pass);
  }
  if (req.http.X-Abs-Query ~ "&flush=(?i:true|1)(&|$)") {
    if (req.restarts == 0) {
      return (purge);
    }
    return (pass);
  }

  # `callback` is a part of the address, and so of the key, because it stands in the answer. Names that change with each page
  # view fill the cache with answers that nobody asks for again. Variant, callback ignored: where all pages use one name,
  # here `showAssets`, answers of any other name are not kept.
  # if (req.http.X-Abs-Query ~ "&callback=" && req.http.X-Abs-Query !~ "&callback=showAssets(&|$)") {
  #   return (pass);
  # }

  return (hash);
}

sub vcl_hash {
  hash_data(regsub(req.url, "\?.*$", "") + "?" + req.http.X-Abs-Key);
  # Links in answers begin with these.
  hash_data(req.http.X-Forwarded-Host);
  hash_data(req.http.X-Forwarded-Proto);
  hash_data(req.http.X-Forwarded-Prefix);
  return (lookup);
}

sub vcl_purge {
  return (restart);
}

# What the rules above have noted is nothing for the service.
sub vcl_backend_fetch {
  unset bereq.http.X-Abs-Query;
  unset bereq.http.X-Abs-Key;
}

sub vcl_pipe {
  unset bereq.http.X-Abs-Query;
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
  # The tags, each between commas; an answer without any goes with each change.
  if (beresp.http.xkey) {
    set beresp.http.X-Abs-Kept = "," + regsuball(beresp.http.xkey, " +", ",") + ",";
  } elsif (beresp.http.Surrogate-Key) {
    set beresp.http.X-Abs-Kept = "," + regsuball(beresp.http.Surrogate-Key, " +", ",") + ",";
  } else {
    set beresp.http.X-Abs-Kept = ",untagged,";
  }
  return (deliver);
}

sub vcl_backend_error {
  set beresp.http.Content-Type = "application/javascript; charset=UTF-8";
  set beresp.http.Cache-Control = "no-store";
  set beresp.http.Retry-After = "5";
  set beresp.http.X-Content-Type-Options = "nosniff";
  # So that a page of any site can read when to try again; nothing here is anybody's secret.
  set beresp.http.Access-Control-Allow-Origin = "*";
  set beresp.http.Access-Control-Expose-Headers = "Retry-After";
  set beresp.body = {"{"version":2,"status":503,"data":null,"message":"the service can not be reached; try again","code":"unreachable" }"};
  return (deliver);
}

sub vcl_deliver {
  unset resp.http.X-Abs-Kept;
  unset resp.http.xkey;
  unset resp.http.X-Accel-Buffering;
  # What is kept here is as good as new until a change drops it. Browsers count the time they have (`cache.browserSeconds`) from now.
  unset resp.http.Age;
  if (obj.hits > 0) {
    set resp.http.X-Cache = "HIT";
  } else {
    set resp.http.X-Cache = "MISS";
  }
}
