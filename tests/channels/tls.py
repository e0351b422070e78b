"""An authority of certificates that nobody but these tests trusts."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec


class Authority:
    """Makes certificates for names; keeps its files in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, f"Tests {folder.name}")])
        self.certificate = self._sign(self.name, self.key, x509.BasicConstraints(True, None))

    def _sign(
        self, subject: x509.Name, key: ec.EllipticCurvePrivateKey, *extensions: x509.ExtensionType
    ) -> x509.Certificate:
        now = datetime.now(UTC)
        draft = x509.CertificateBuilder(self.name, subject, key.public_key(), x509.random_serial_number())
        draft = draft.not_valid_before(now - timedelta(hours=1)).not_valid_after(now + timedelta(days=2))
        for extension in extensions:
            draft = draft.add_extension(extension, critical=isinstance(extension, x509.BasicConstraints))
        return draft.sign(self.key, hashes.SHA256())

    def serving(self, host: str) -> ssl.SSLContext:
        """For a server of this name."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
        made = self._sign(subject, key, x509.SubjectAlternativeName([x509.DNSName(host)]))
        path = self.folder / f"{host}.pem"
        secret = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        path.write_bytes(secret + made.public_bytes(serialization.Encoding.PEM))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        return context

    def trusting(self) -> ssl.SSLContext:
        """For a client that trusts this authority alone."""
        text = self.certificate.public_bytes(serialization.Encoding.PEM).decode()
        return ssl.create_default_context(cadata=text)
