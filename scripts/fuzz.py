"""Starts the demo, makes a token as its admin, and lets schemathesis try the API with it."""

import os
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request

float_desk, schemathesis, *more = sys.argv[1:]


class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def post(url, form, cookie=""):
    request = urllib.request.Request(url, urllib.parse.urlencode(form).encode(), {"Cookie": cookie})
    try:
        return urllib.request.build_opener(Stay).open(request)
    except urllib.error.HTTPError as answer:
        return answer


with tempfile.TemporaryDirectory() as folder:
    # The fuzzer asks more often than a machine should.
    command = [float_desk, "serve", "--demo", "--store", "embedded", "--addr", "127.0.0.1:0", "--data-dir", folder]
    server = subprocess.Popen(
        [*command, "--api-rate", "1000"], stdout=subprocess.PIPE, text=True, env={**os.environ, "RUST_LOG": "error"}
    )
    try:
        url = server.stdout.readline().split()[-1]
        signed_in = post(f"{url}/sign-in/demo", {"role": "admin"})
        cookie = signed_in.headers["Set-Cookie"].split(";")[0]
        form = {"name": "fuzzer", "scope": "float_profiles", "reason": "to try the API"}
        # Answers to the pages are packed; the token stands in them as it is.
        made = post(f"{url}/rpc/make_token", form, cookie).read()
        token = re.search(rb"fd_[\w-]{43}", made).group().decode()
        run = [schemathesis, "run", f"{url}/api/v1/openapi.json", "--header", f"Authorization: Bearer {token}"]
        run += ["--max-examples", "40", "--phases", "examples,coverage,fuzzing", "--no-color", *more]
        code = subprocess.call(run, cwd=folder)
    finally:
        server.terminate()
        server.wait()
sys.exit(code)
