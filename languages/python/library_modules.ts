/** Names of the standard library's modules: those of current versions and those that left it since 3.8. */
export const LIBRARY_MODULES: ReadonlySet<string> = new Set(
  (
    "__future__ _thread _typeshed abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii " +
    "bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall " +
    "concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal " +
    "difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch " +
    "fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http " +
    "imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox " +
    "mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path " +
    "numbers opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib " +
    "posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline " +
    "reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr " +
    "socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct " +
    "subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap threading time " +
    "timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle types typing typing_extensions unicodedata " +
    "unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile " +
    "zipimport zlib zoneinfo"
  ).split(" "),
);

/** Modules of Python 2's library under names that only it had: code for both versions still imports them. */
export const FORMER_MODULES: ReadonlySet<string> = new Set(
  (
    "BaseHTTPServer Bastion CGIHTTPServer ConfigParser Cookie DocXMLRPCServer HTMLParser MimeWriter Queue ScrolledText SimpleHTTPServer " +
    "SimpleXMLRPCServer SocketServer StringIO Tix Tkinter UserDict UserList UserString _winreg anydbm cPickle cStringIO commands cookielib " +
    "copy_reg dbhash dumbdbm dummy_thread exceptions future_builtins gdbm hotshot htmlentitydefs htmllib httplib imputil md5 mimetools mimify " +
    "multifile new popen2 repr rexec rfc822 robotparser sets sgmllib sha statvfs thread tkColorChooser tkFileDialog tkFont tkMessageBox " +
    "tkSimpleDialog ttk urllib2 urlparse user whichdb xmllib xmlrpclib __builtin__"
  ).split(" "),
);
