"""
Runs a command in a network namespace of its own, in which the address 10.77.0.2 leads back to servers that listen on
10.77.0.1, over a link that delays each packet and loses some:

    unshare --net python3 far-link.py DELAY_MS LOST_PERCENT COMMAND ARGUMENT ...

Both ways have the delay. Needs root and TUN devices. Ends with the status of the command, after a line on stderr with the
numbers of packets.
"""
import collections, fcntl, os, random, select, struct, subprocess, sys, time

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
# As packets are on a network, not as large as the loopback interface makes them.
MTU = 1500
# Room for the bursts of some downloads, so that only what is meant to be lost is.
QUEUE = 20000

delay, share = float(sys.argv[1]) / 1000, float(sys.argv[2]) / 100
link = os.open('/dev/net/tun', os.O_RDWR | os.O_NONBLOCK)
fcntl.ioctl(link, TUNSETIFF, struct.pack('16sH', b'far', IFF_TUN | IFF_NO_PI))
for words in ('link set lo up', f'link set far up mtu {MTU} txqueuelen {QUEUE}', 'addr add 10.77.0.1/24 dev far'):
    subprocess.run(['ip', *words.split()], check=True)

command = subprocess.Popen(sys.argv[3:])
late = collections.deque()
passed = lost = 0
while command.poll() is None:
    wait = max(0, late[0][0] - time.monotonic()) if late else 0.1
    if select.select([link], [], [], wait)[0]:
        try:
            for _ in range(100):
                packet = os.read(link, 65536)
                if packet[0] >> 4 != 4:
                    continue
                if random.random() < share:
                    lost += 1
                    continue
                # With its addresses exchanged, it arrives from the other end; checksums are sums, and stay right.
                late.append((time.monotonic() + delay, packet[:12] + packet[16:20] + packet[12:16] + packet[20:]))
        except BlockingIOError:
            pass
    while late and late[0][0] <= time.monotonic():
        os.write(link, late.popleft()[1])
        passed += 1
print(f'{passed} packets passed, {lost} lost', file=sys.stderr)
sys.exit(command.returncode)
