"""The judge of traces must flag each way in which a reply can come too early."""
import unittest

from kit.trace import calls, judge

LOG = "/data/t-0/00000000000000000000.log"
RECORD, REPLY = b"record-1", b"\x5a\xc3\x00\x01"


def escaped(data):
    return "".join(f"\\x{byte:02x}" for byte in data)


WRITE = f'10 pwritev(7<{LOG}>, [{{iov_base="{escaped(b"head " + RECORD)}", iov_len=13}}], 1, 0) = 13'
SYNC = f"11 fdatasync(7<{LOG}>) = 0"
SEND = f'10 sendto(9<TCP:[127.0.0.1:1->127.0.0.1:2]>, "{escaped(b"....." + REPLY)}", 9, MSG_NOSIGNAL, NULL, 0) = 9'
SYNC_BEGINS, SYNC_ENDS = f"11 fdatasync(7<{LOG}> <unfinished ...>", "11 <... fdatasync resumed>) = 0"
WRITE_BEGINS, WRITE_ENDS = WRITE.replace(") = 13", " <unfinished ...>"), "10 <... pwritev resumed>) = 13"


def faults(*lines):
    return judge("\n".join(lines), {RECORD: REPLY}).faults


class Judge(unittest.TestCase):
    def test_good_orders(self):
        self.assertEqual(faults(WRITE, SYNC, SEND), [])
        self.assertEqual(faults(WRITE, SYNC_BEGINS, SYNC_ENDS, SEND), [])
        self.assertEqual(faults(WRITE_BEGINS, WRITE_ENDS, SYNC_BEGINS, SYNC_ENDS, SEND), [])
        self.assertEqual(faults(WRITE, SYNC_BEGINS, '12 write(5<anon_inode:[eventfd]>, "\\x01", 8) = 8', SYNC_ENDS, SEND), [])

    def test_no_sync(self):
        self.assertIn("before a sync", faults(WRITE, SEND)[0])

    def test_no_write(self):
        self.assertIn("before the record was written", faults(SYNC, SEND)[0])

    def test_a_sync_after_the_reply(self):
        self.assertIn("before a sync", faults(WRITE, SEND, SYNC)[0])

    def test_a_sync_that_ends_after_the_reply(self):
        self.assertIn("before a sync", faults(WRITE, SYNC_BEGINS, SEND, SYNC_ENDS)[0])

    def test_a_sync_that_began_before_the_write(self):
        self.assertIn("before a sync", faults(SYNC_BEGINS, WRITE, SYNC_ENDS, SEND)[0])

    def test_a_sync_that_began_before_the_write_had_ended(self):
        self.assertIn("before a sync", faults(WRITE_BEGINS, SYNC_BEGINS, WRITE_ENDS, SYNC_ENDS, SEND)[0])

    def test_a_sync_of_another_file(self):
        self.assertIn("before a sync", faults(WRITE, SYNC.replace("t-0", "t-1"), SEND)[0])

    def test_a_failed_sync(self):
        self.assertIn("before a sync", faults(WRITE, SYNC.replace("= 0", "= -1 EIO (Input/output error)"), SEND)[0])

    def test_no_reply(self):
        self.assertIn("no reply", faults(WRITE, SYNC)[0])

    def test_a_new_file_needs_its_folder(self):
        made = f'10 openat(AT_FDCWD</data>, "{escaped(LOG.encode())}", O_RDWR|O_CREAT|O_EXCL|O_CLOEXEC, 0666) = 7<{LOG}>'
        folder = "11 fsync(8</data/t-0>) = 0"
        self.assertIn("the folder", faults(made, WRITE, SYNC, SEND)[0])
        self.assertIn("the folder", faults(folder, made, WRITE, SYNC, SEND)[0])
        self.assertEqual(faults(made, folder, WRITE, SYNC, SEND), [])

    def test_nothing_is_skipped_in_silence(self):
        with self.assertRaises(ValueError):
            list(calls("10 what is this"))


if __name__ == "__main__":
    unittest.main()
