# Varnish before Lectern: what is kept is dropped by its tags as the database changes (docs/proxies.md).
#   varnishd -f /etc/varnish/lectern.vcl -a clients=:80 -a bans=127.0.0.1:6083 -s malloc,1g
vcl 4.1;
import std;

backend lectern {
    .host = "127.0.0.1";
    .port = "8080";
    .connect_timeout = 2s;
    .first_byte_timeout = 30s;
}

sub vcl_recv {
    # Bans come by a socket of their own, which only this machine reaches.
    if (req.method == "BAN") {
        if (local.socket != "bans") {
            return (synth(405));
        }
        if (req.http.X-Stale == "all") {
            std.ban("obj.status != 0");
        } else {
            # Words of tags, with a | between them
            std.ban("obj.http.Surrogate-Key ~ (^|\s)(" + req.http.X-Stale + ")(\s|$)");
        }
        if (std.ban_error() != "") {
            return (synth(400, std.ban_error()));
        }
        return (synth(204));
    }
    # Nobody is logged in by a cookie alone
    if (req.http.Authorization || req.http.X-CMS-Nonce || req.http.X-WP-Nonce) {
        return (pass);
    }
    unset req.http.Cookie;
    set req.url = std.querysort(req.url);
    # What is past its time is served only where Lectern cannot be reached
    if (req.restarts == 0) {
        set req.grace = 0s;
    } else {
        set req.grace = 1h;
    }
}

sub vcl_backend_response {
    if (beresp.status >= 500 && bereq.is_bgfetch) {
        return (abandon);
    }
    if (beresp.http.CDN-Cache-Control ~ "max-age=[0-9]+") {
        set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, ".*max-age=([0-9]+).*", "\1s"), 0s) - beresp.age;
        set beresp.grace = 1h;
        set beresp.keep = 1d;
    }
}

sub vcl_backend_error {
    set beresp.http.X-Unreachable = "1";
}

sub vcl_deliver {
    if (resp.http.X-Unreachable && req.restarts == 0) {
        return (restart);
    }
    unset resp.http.X-Unreachable;
    unset resp.http.Surrogate-Key;
    unset resp.http.CDN-Cache-Control;
    if (obj.hits > 0) {
        set resp.http.Cache-Status = resp.http.Cache-Status + ", varnish; hit";
        unset resp.http.Server-Timing;
    } else {
        set resp.http.Cache-Status = resp.http.Cache-Status + ", varnish; fwd=miss";
    }
}
