"""Three libraries behind one face: make a key, sign, verify. `Refused` is what each throws."""
import json

import authlib.jose
import jwt
from authlib.jose.errors import JoseError
from jwcrypto import jwk as jwcrypto_key
from jwcrypto import jws as jwcrypto_jws

CURVES = {"ES256": "P-256", "ES384": "P-384", "ES512": "P-521"}


class Refused(Exception):
    """The library does not accept the token."""


def new_key(algorithm):
    """A private key of jwcrypto, the common ground of the three."""
    if algorithm in CURVES:
        return jwcrypto_key.JWK.generate(kty="EC", crv=CURVES[algorithm])
    return jwcrypto_key.JWK.generate(kty="RSA", size=2048)


def public(key, kid, algorithm):
    """The key as a member of a key set."""
    return {**key.export_public(as_dict=True), "kid": kid, "use": "sig", "alg": algorithm}


class PyJWT:
    """github.com/jpadilla/pyjwt"""

    def sign(self, key, header, claims):
        pem = key.export_to_pem(private_key=True, password=None)
        return jwt.encode(claims, pem, algorithm=header["alg"], headers=header)

    def verify(self, jwk, token, algorithm):
        try:
            options = {name: False for name in ("verify_exp", "verify_aud", "verify_iat")}
            return jwt.decode(
                token, jwt.PyJWK(jwk).key, algorithms=[algorithm], options=options)
        except Exception as error:
            raise Refused(f"{type(error).__name__}: {error}") from error


class JWCrypto:
    """github.com/latchset/jwcrypto"""

    def sign(self, key, header, claims):
        token = jwcrypto_jws.JWS(json.dumps(claims))
        token.add_signature(key, alg=header["alg"], protected=json.dumps(header))
        return token.serialize(compact=True)

    def verify(self, jwk, token, algorithm):
        try:
            reader = jwcrypto_jws.JWS()
            reader.allowed_algs = [algorithm]
            reader.deserialize(token, key=jwcrypto_key.JWK(**jwk))
            return json.loads(reader.payload)
        except Exception as error:
            raise Refused(f"{type(error).__name__}: {error}") from error


class Authlib:
    """github.com/authlib/authlib"""

    def sign(self, key, header, claims):
        signer = authlib.jose.JsonWebToken([header["alg"]])
        return signer.encode(header, claims, key.export(as_dict=True)).decode()

    def verify(self, jwk, token, algorithm):
        try:
            reader = authlib.jose.JsonWebToken([algorithm])
            return dict(reader.decode(token, authlib.jose.JsonWebKey.import_key(jwk)))
        except (JoseError, ValueError, TypeError, KeyError) as error:
            raise Refused(f"{type(error).__name__}: {error}") from error


ALL = [PyJWT(), JWCrypto(), Authlib()]
