# What the decoys are measured against: a bare Telnet and SSH server of twisted.conch (Debian: python3-twisted) that lets root in and
# answers one command. Arguments: port of Telnet, port of SSH.
import sys
from twisted.conch import avatar, telnet
from twisted.conch.ssh import channel, factory, keys, session
from twisted.conch.interfaces import IConchUser, ISession
from twisted.cred import checkers, portal
from twisted.internet import protocol, reactor
from twisted.python import components
from zope.interface import implementer
from cryptography.hazmat.primitives.asymmetric import ed25519

answer = b"uid=0(root) gid=0(root) groups=0(root)"


class TelnetShell(telnet.StatefulTelnetProtocol):
    def connectionMade(self):
        self.transport.write(b"# ")

    def telnet_Command(self, line):
        self.transport.write(answer + b"\r\n# ")
        return "Command"

    state = "Command"


class Nowhere:
    def loseConnection(self):
        pass


@implementer(ISession)
class Exec:
    def __init__(self, user):
        pass

    def execCommand(self, pipe, command):
        pipe.transport = Nowhere()
        pipe.session.write(answer + b"\n")
        # After the request was answered.
        reactor.callLater(0, channel.SSHChannel.loseConnection, pipe.session)

    def getPty(self, *ignored):
        pass

    def openShell(self, pipe):
        pass

    def eofReceived(self):
        pass

    def closed(self):
        pass


class User(avatar.ConchUser):
    def __init__(self):
        super().__init__()
        self.channelLookup[b"session"] = session.SSHSession


components.registerAdapter(Exec, User, ISession)


@implementer(portal.IRealm)
class Realm:
    def requestAvatar(self, name, mind, *interfaces):
        if IConchUser in interfaces:
            return IConchUser, User(), lambda: None
        return telnet.ITelnetProtocol, TelnetShell(), lambda: None


door = portal.Portal(Realm(), [checkers.InMemoryUsernamePasswordDatabaseDontUse(root=b"root")])
telnet_factory = protocol.ServerFactory()
telnet_factory.protocol = lambda: telnet.TelnetTransport(telnet.AuthenticatingTelnetProtocol, door)
ssh_factory = factory.SSHFactory()
ssh_factory.portal = door
host_key = keys.Key(ed25519.Ed25519PrivateKey.generate())
ssh_factory.publicKeys = {host_key.sshType(): host_key.public()}
ssh_factory.privateKeys = {host_key.sshType(): host_key}
reactor.listenTCP(int(sys.argv[1]), telnet_factory, interface="127.0.0.1")
reactor.listenTCP(int(sys.argv[2]), ssh_factory, interface="127.0.0.1")
print("listening", flush=True)
reactor.run()
