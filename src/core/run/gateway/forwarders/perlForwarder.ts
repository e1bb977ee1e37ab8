/** The forwarder as a Perl script (5.10 and later, what perl-base brings): a process for each connection. */
export const perlForwarder = `use strict; use warnings;
use IO::Socket::INET; use IO::Socket::UNIX; use IO::Select; use POSIX ();
my ($port, $path, $dashes, @words) = @ARGV;
my $server = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => $port, Proto => 'tcp', Listen => 512, ReuseAddr => 1);
if (!$server) { print STDERR "forwarder: 127.0.0.1:$port: $!\\n"; POSIX::_exit(126); }

sub forward {
  my ($agent) = @_;
  $SIG{PIPE} = 'IGNORE';
  my $gateway = IO::Socket::UNIX->new(Peer => $path) or return;
  my %other = (fileno($agent) => $gateway, fileno($gateway) => $agent);
  my $open = IO::Select->new($agent, $gateway);
  while ($open->count) {
    for my $from ($open->can_read) {
      my $to = $other{fileno($from)};
      my $read = sysread($from, my $piece, 65536);
      return if !defined $read;
      if ($read == 0) { $open->remove($from); shutdown($to, 1); next; }
      for (my $at = 0; $at < $read;) {
        my $sent = syswrite($to, $piece, $read - $at, $at);
        return if !defined $sent;
        $at += $sent;
      }
    }
  }
}

sub serve {
  $SIG{CHLD} = 'IGNORE';
  while (1) {
    my $agent = $server->accept or next;
    my $pid = fork;
    if (defined $pid && $pid == 0) { close $server; forward($agent); POSIX::_exit(0); }
    close $agent;
  }
}

serve() if !@words;
my $own = $server->sockport;
my $main = $$;
my $forwarder = fork;
die "forwarder: $!\\n" if !defined $forwarder;
if ($forwarder == 0) { open(STDIN, '<', '/dev/null'); open(STDOUT, '>', '/dev/null'); open(STDERR, '>', '/dev/null'); serve(); }
close $server;
my $child = fork;
if (defined $child && $child == 0) {
  $ENV{TOUCHSTONE_GATEWAY_PORT} = $own;
  no warnings 'exec';
  exec { $words[0] } @words or print STDERR "forwarder: $words[0]: $!\\n";
  POSIX::_exit(127);
}
for my $name (qw(TERM INT HUP)) { $SIG{$name} = sub { kill $name, $child; }; }
1 while waitpid($child, 0) == -1 && $!{EINTR};
my $status = $?;
kill 'KILL', $forwarder;
POSIX::_exit($status & 127 ? 128 + ($status & 127) : $status >> 8);
`;
