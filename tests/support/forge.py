#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A forge's API for comments, on a port of this machine, for tests of tools/ci-comment.

usage: forge.py STATE

STATE is a JSON file: {"comments": [{"id", "body", "user", "pull"}], "pulls": [...], "refuse": STATUS}. It is read
at each request and written after each change; every request is a line of STATE.log. The port is written to
STATE.port, and the server ends with its standard input.
"""
import json
import os
import re
import socketserver
import sys
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, HTTPServer

STATE = sys.argv[1]
GITHUB = "/repos/owner/name"
GITLAB = "/projects/7"


def load():
    with open(STATE, encoding="utf-8") as f:
        return json.load(f)


def save(state):
    with open(STATE, "w", encoding="utf-8") as f:
        json.dump(state, f)


class Forge(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, status, value):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def body(self):
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))["body"]

    def page(self, found, show):
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
        size, page = int(query["per_page"][0]), int(query.get("page", ["1"])[0])
        self.answer(200, [show(c) for c in found[(page - 1) * size:page * size]])

    def show(self, c):
        return {"id": c["id"], "body": c["body"], "user": {"login": c["user"]}, "author": {"id": c["user"]}}

    def comments(self, state, pull):
        self.page([c for c in state["comments"] if c["pull"] == pull], self.show)

    def add(self, state, pull, user):
        c = {"id": 1 + max([c["id"] for c in state["comments"]], default=100), "body": self.body(), "user": user,
             "pull": pull}
        state["comments"].append(c)
        save(state)
        self.answer(201, self.show(c))

    def edit(self, state, number):
        c = next(c for c in state["comments"] if c["id"] == number)
        c["body"] = self.body()
        save(state)
        self.answer(200, self.show(c))

    def route(self):
        path, state = urllib.parse.urlsplit(self.path).path, load()
        with open(STATE + ".log", "a", encoding="utf-8") as f:
            f.write(f"{self.command} {path}\n")
        github = self.headers.get("Authorization") == "Bearer secret"
        gitlab = self.headers.get("PRIVATE-TOKEN") == "secret"
        if state.get("refuse"):
            return self.answer(state["refuse"], {"message": "Resource not accessible by integration"})
        if not (github or gitlab):
            return self.answer(401, {"message": "Bad credentials"})
        if path == "/user":
            return self.answer(200, {"id": 55})
        if path == GITHUB + "/pulls":
            head = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)["head"][0]
            return self.page([p for p in state["pulls"] if p["label"] == head], lambda p: p)
        if m := re.fullmatch(GITHUB + r"/issues/(\d+)/comments|" + GITLAB + r"/merge_requests/(\d+)/notes", path):
            pull = int(m[1] or m[2])
            if self.command == "GET":
                return self.comments(state, pull)
            return self.add(state, pull, "github-actions[bot]" if github else 55)
        if m := re.fullmatch(GITHUB + r"/issues/comments/(\d+)|" + GITLAB + r"/merge_requests/\d+/notes/(\d+)", path):
            if self.command == ("PATCH" if m[1] else "PUT"):
                return self.edit(state, int(m[1] or m[2]))
        return self.answer(404, {"message": "Not Found"})

    do_GET = do_POST = do_PATCH = do_PUT = route


class Server(HTTPServer):
    def server_bind(self):
        socketserver.TCPServer.server_bind(self)  # HTTPServer's asks for names, which may take long
        self.server_name, self.server_port = self.server_address


server = Server(("127.0.0.1", 0), Forge)
threading.Thread(target=server.serve_forever, daemon=True).start()
with open(STATE + ".port.new", "w", encoding="utf-8") as port:
    port.write(str(server.server_port))
os.rename(STATE + ".port.new", STATE + ".port")
sys.stdin.read()
